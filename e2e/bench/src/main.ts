// npm run bench -- NAME [--json FILE]: runs one bench, prints its figures beside the floors of the same run.

import { writeFile } from 'node:fs/promises';
import { Command, Option } from 'commander';
import { BENCHES, type Bench, type BenchName, isBenchName } from './benches.ts';
import { machine } from './machine.ts';
import { report } from './report.ts';

const program = new Command('npm run bench --')
  .description(
    'Measures one part of the project. Figures are ratios or times of this machine; floors are the same work done bare.',
  )
  .argument('<name>', `one of: ${Object.keys(BENCHES).join(', ')}`)
  .addOption(
    new Option('--api <kind>', 'the API server of the bench `controller`; real: kube-apiserver and etcd of the lab')
      .choices(['memory', 'real'])
      .default('memory'),
  )
  .option('--json <file>', 'write {"bench","figures","floors","machine"} as JSON');

program.action(async (name: string, options: { readonly json?: string; readonly api: string }) => {
  if (!isBenchName(name))
    program.error(`there is no bench "${name}"; choose one of: ${Object.keys(BENCHES).join(', ')}`, { exitCode: 2 });
  const bench: Bench = BENCHES[name as BenchName];
  const chosen = options.api === 'real' ? bench.real : bench;
  if (chosen === undefined) program.error(`bench "${name}" knows no real API server`, { exitCode: 2 });
  const { goals, load } = chosen as Bench;
  const { figures, floors } = await load();
  process.stdout.write(report(name, figures, floors, goals));
  if (options.json !== undefined) {
    await writeFile(
      options.json,
      `${JSON.stringify({ bench: name, api: options.api, figures, floors, machine: machine() }, undefined, 2)}\n`,
    );
  }
});

await program.parseAsync();
