// An error for people: what failed in one sentence, what to do about it, and the last lines of whoever failed.

export class PlainError extends Error {
  /**
   * @param {string} sentence
   * @param {string} advice
   * @param {string} [detail]
   */
  constructor(sentence, advice, detail = '') {
    super(sentence);
    this.name = 'PlainError';
    this.advice = advice;
    this.detail = detail;
  }
}

const DETAIL_LINES = 15;

/** @param {unknown} error */
export function printError(error) {
  if (!(error instanceof PlainError)) {
    console.error(error);
    return;
  }
  console.error(`\nFAILED  ${error.message}`);
  if (error.detail) {
    const lines = error.detail.trimEnd().split('\n').slice(-DETAIL_LINES);
    console.error(lines.map((line) => `  | ${line}`).join('\n'));
  }
  console.error(`What to do: ${error.advice}`);
}
