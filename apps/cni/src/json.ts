// JSON at the two edges of the shim: typed looks into what others wrote, and text that is plain ASCII on the wire.

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** undefined when the text is not JSON; the parser's own words differ between engines, so nobody shows them. */
export function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** With every other character escaped, the length in bytes (Content-Length) is the length of the string. */
export function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The start of a foreign text, fit for one line of an error message. */
export function excerpt(text: string, limit = 160): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= limit ? line : `${line.slice(0, limit)}...`;
}
