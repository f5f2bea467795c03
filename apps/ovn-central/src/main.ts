// ovn-central: the databases of OVN and northd on one control-plane node.

import { runErrand } from './program/subcommands.ts';

const code = await runErrand(process.argv.slice(2), process.env, (text) => process.stdout.write(`${text}\n`));
if (code !== undefined) process.exitCode = code;
else (await import('./program/run.ts')).run();
