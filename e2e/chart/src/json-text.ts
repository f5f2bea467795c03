// JSON as the repository's formatter writes it: lists of plain values on one line where they fit.

const WIDTH = 120;

export function jsonText(value: unknown): string {
  return `${print(value, '', 0)}\n`;
}

/** `taken`: columns before the value on its line, and a comma after it. */
function print(value: unknown, indent: string, taken: number): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const flat = `[${value.map((item) => JSON.stringify(item)).join(', ')}]`;
    const isPlain = value.every((item) => item === null || typeof item !== 'object');
    if (isPlain && taken + flat.length + 1 <= WIDTH) return flat;
    return `[\n${value.map((item) => inner + print(item, inner, inner.length)).join(',\n')}\n${indent}]`;
  }
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  if (entries.length === 0) return '{}';
  const lines = entries.map(([key, item]) => {
    const name = `${inner}${JSON.stringify(key)}: `;
    return name + print(item, inner, name.length);
  });
  return `{\n${lines.join(',\n')}\n${indent}}`;
}
