// Writes JSON with bigint as a plain JSON number of all its digits.

/** Most values hold no bigint and take the plain path; the refusal of JSON.stringify is the cheapest test for one. */
export function encodeJson(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return JSON.stringify(value, writeDigits);
  }
}

// Not yet in the library types of TypeScript.
const { rawJSON } = JSON as unknown as { rawJSON(text: string): object };

function writeDigits(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? rawJSON(String(value)) : value;
}
