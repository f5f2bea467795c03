// The page of all error codes, in Markdown, made from the catalogue.

import { ERRORS, type ErrorSpec } from './catalogue.ts';

const HEADER = `# Errors

Generated from \`packages/errors/src/catalogue.ts\` by \`packages/errors/scripts/generate.ts\`; do not edit.
The code is in logs and in the answers of the node agent; the reason is in conditions and events. A code is never renamed.

What happens next: \`terminal\` means only a change of the object helps, \`retry\` that it is tried again with back-off,
\`wait\` that another object must change first.
`;

export function errorReference(): string {
  const sections = Object.entries(ERRORS).map(([code, spec]) => section(code, spec));
  return [HEADER, ...sections].join('\n');
}

function section(code: string, spec: ErrorSpec): string {
  return `## ${code}

\`${spec.message}\`

| next | reason |
|---|---|
| ${spec.retry} | ${spec.reason} |

${spec.advice.replaceAll('<', '&lt;')}
`;
}
