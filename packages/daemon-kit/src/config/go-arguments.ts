// Existing manifests were written for Go's flag packages: one or two dashes, `--flag=value` or `--flag value`, booleans with or
// without `=true`. Here all of that becomes `--flag=value`, so that only one spelling reaches the parser.

import type { ValueKind } from './value-kind.ts';
import { readBoolean } from './value-kind.ts';

const FLAG = /^--?([A-Za-z][\w.-]*)(?:=([\s\S]*))?$/;

export function normaliseGoArguments(argv: readonly string[], kinds: ReadonlyMap<string, ValueKind>): string[] {
  const normal: string[] = [];
  for (let at = 0; at < argv.length; at++) {
    const argument = argv[at]!;
    const match = FLAG.exec(argument);
    if (argument === '--' || !match) {
      normal.push(argument);
      continue;
    }
    const [, name, value] = match;
    const kind = kinds.get(name!);
    // Unknown: without its value, so that the suggestion compares names only.
    if (kind === undefined) normal.push(name!.length === 1 ? `-${name}` : `--${name}`);
    else if (value !== undefined) normal.push(`--${name}=${value}`);
    else if (kind !== 'boolean') {
      const next = argv[at + 1];
      normal.push(next === undefined ? `--${name}` : `--${name}=${next}`);
      at++;
    } else if (readBoolean(argv[at + 1] ?? '') !== undefined) {
      normal.push(`--${name}=${argv[at + 1]}`);
      at++;
    } else normal.push(`--${name}=true`);
  }
  return normal;
}
