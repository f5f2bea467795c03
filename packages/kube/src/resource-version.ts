// Order of resourceVersions. They are decimal numbers in every real API server (KEP-5504 makes that a promise), of any
// length; comparing length and then text orders them without a BigInt per event.

const DECIMAL = /^(?:0|[1-9]\d*)$/;

/** Negative when a is older, 0 when equal, positive when newer, undefined when the two cannot be ordered. */
export function compareResourceVersions(a: string | undefined, b: string | undefined): number | undefined {
  if (a === b) return a === undefined ? undefined : 0;
  if (a === undefined || b === undefined || !DECIMAL.test(a) || !DECIMAL.test(b)) return undefined;
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : 1;
}

/** True only when both are numbers and a is strictly newer. */
export function isNewer(a: string | undefined, b: string | undefined): boolean {
  const order = compareResourceVersions(a, b);
  return order !== undefined && order > 0;
}

const MEMBER = '"resourceVersion":"';

/**
 * The resourceVersion of an object in JSON text, found without parsing it; undefined when in doubt. A quote inside of a string is
 * escaped, so what is found is the name of a member; as each object has it in its metadata, a single one is that.
 */
export function glimpseVersion(text: string): string | undefined {
  const at = text.indexOf(MEMBER);
  if (at < 0 || text.lastIndexOf(MEMBER) !== at) return undefined;
  const start = at + MEMBER.length;
  return text.slice(start, text.indexOf('"', start));
}
