// `npm run lab -- ...`

import { PlainError, printError } from '@kube-ovn/testkit/launch';
import { parseCommandLine } from './command-line.ts';
import { execute } from './execute.ts';

async function main(argv: readonly string[]): Promise<number> {
  const command = parseCommandLine(argv);
  if (!command) return 0;
  if (process.getuid?.() !== 0) {
    throw new PlainError('the lab needs root: it makes namespaces and runs real nodes in them.', 'Run it with sudo.');
  }
  return execute(command);
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  printError(error);
  process.exitCode = 1;
}
