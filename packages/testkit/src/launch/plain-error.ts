// An error for people: what failed in one sentence, what to do about it, and the last lines of whoever failed.

export class PlainError extends Error {
  readonly advice: string;
  readonly detail: string;

  constructor(sentence: string, advice: string, detail = '', cause?: unknown) {
    super(sentence, { cause });
    this.name = 'PlainError';
    this.advice = advice;
    this.detail = detail;
  }
}

const DETAIL_LINES = 20;

export function printError(error: unknown): void {
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
