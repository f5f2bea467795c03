// Parses JSON without losing digits of whole numbers: those beyond 2^53 become bigint, all others stay numbers.

/**
 * Every API object passes here, so the rule is: plain JSON.parse, unless a digit run stands where a number can stand.
 * The look-ahead may be wrong in one direction only (a string that looks like one), which costs time, not digits.
 */
export function decodeJson(text: string): unknown {
  return mayHoldBigInteger(text) ? JSON.parse(text, keepDigits) : JSON.parse(text);
}

const LONG_NUMBER = /[:[,]\s*-?\d{16}/g;
const LONG_ROOT = /^\s*-?\d{16}/;
const WHOLE = /^-?\d+$/;

function mayHoldBigInteger(text: string): boolean {
  LONG_NUMBER.lastIndex = 0;
  for (let match = LONG_NUMBER.exec(text); match !== null; match = LONG_NUMBER.exec(text)) {
    if (text[match.index] !== ':' || endsKey(text, match.index - 1)) return true;
  }
  return LONG_ROOT.test(text);
}

/** Digits after a colon are mostly digests ("sha256:1234...") and JSON kept in annotations, whose quotes are escaped. */
function endsKey(text: string, position: number): boolean {
  let at = position;
  while (WHITESPACE.has(text.charCodeAt(at))) at--;
  return text.charCodeAt(at) === QUOTE && !isEscaped(text, at);
}

const WHITESPACE = new Set([32, 9, 10, 13]);
const QUOTE = 34;

function isEscaped(text: string, quote: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(quote - 1 - backslashes) === BACKSLASH) backslashes++;
  return backslashes % 2 === 1;
}

const BACKSLASH = 92;

function keepDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  const source = context?.source;
  return source !== undefined && WHOLE.test(source) ? BigInt(source) : value;
}
