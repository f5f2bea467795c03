// Parses JSON without losing digits of whole numbers: those beyond 2^53 become bigint, all others stay numbers.

/**
 * Every API object passes here, so the rule is: plain JSON.parse, unless a digit run stands where a number can stand.
 * The look-ahead may be wrong in one direction only (a string that looks like one), which costs time, not digits.
 */
export function decodeJson(text: string): unknown {
  return mayHoldBigInteger(text) ? JSON.parse(text, keepDigits) : JSON.parse(text);
}

const LONG_MEMBER = /"\s*:\s*-?\d{16}/g;
const LONG_ELEMENT = /[[,]\s*-?\d{16}|^\s*-?\d{16}/;
const WHOLE = /^-?\d+$/;

function mayHoldBigInteger(text: string): boolean {
  LONG_MEMBER.lastIndex = 0;
  for (let match = LONG_MEMBER.exec(text); match !== null; match = LONG_MEMBER.exec(text)) {
    if (!isEscaped(text, match.index)) return true;
  }
  return LONG_ELEMENT.test(text);
}

/** A quote inside a string is escaped, so JSON kept in an annotation does not count. */
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
