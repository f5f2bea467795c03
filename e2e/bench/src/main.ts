// npm run bench -- NAME [--json FILE]: runs one bench, prints its figures beside the floors of the same run.

import { writeFile } from 'node:fs/promises';
import { Command } from 'commander';
import { BENCHES, type BenchName, isBenchName } from './benches.ts';
import { machine } from './machine.ts';
import { report } from './report.ts';

const program = new Command('npm run bench --')
  .description(
    'Measures one part of the project. Figures are ratios or times of this machine; floors are the same work done bare.',
  )
  .argument('<name>', `one of: ${Object.keys(BENCHES).join(', ')}`)
  .option('--json <file>', 'write {"bench","figures","floors","machine"} as JSON');

program.action(async (name: string, options: { readonly json?: string }) => {
  if (!isBenchName(name))
    program.error(`there is no bench "${name}"; choose one of: ${Object.keys(BENCHES).join(', ')}`, { exitCode: 2 });
  const { goals, load } = BENCHES[name as BenchName];
  const { figures, floors } = await load();
  process.stdout.write(report(name, figures, floors, goals));
  if (options.json !== undefined) {
    await writeFile(
      options.json,
      `${JSON.stringify({ bench: name, figures, floors, machine: machine() }, undefined, 2)}\n`,
    );
  }
});

await program.parseAsync();
