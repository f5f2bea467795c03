// Writes what is generated for the chart: node e2e/chart/src/generate.ts [--check]

import { readFile, writeFile } from 'node:fs/promises';
import { generatedFiles } from './generated-files.ts';

const check = process.argv.includes('--check');
for (const { path, text } of generatedFiles()) {
  const present = await readFile(path, 'utf8').catch(() => '');
  if (present === text) continue;
  if (check) {
    process.stderr.write(`${path} is not up to date: run node e2e/chart/src/generate.ts\n`);
    process.exitCode = 1;
  } else {
    await writeFile(path, text);
    process.stdout.write(`${path}\n`);
  }
}
