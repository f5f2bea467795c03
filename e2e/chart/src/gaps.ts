// Prints the silences of so many replacements of the data plane as JSON: node e2e/chart/src/gaps.ts --kubeconfig FILE

import { Command } from 'commander';
import { dataPlaneGaps } from './suite/data-plane-gaps.ts';
import { openTools } from './suite/tools.ts';
import { textOfRows } from './suite/traffic.ts';

const options = new Command()
  .requiredOption('--kubeconfig <file>')
  .option('--kubectl <file>', 'kubectl', 'kubectl')
  .option('--namespace <name>', 'namespace of the release', 'kube-system')
  .option('--times <number>', 'replacements', Number, 10)
  .parse()
  .opts<{ kubeconfig: string; kubectl: string; namespace: string; times: number }>();
const tools = openTools({ ...options, helm: 'helm', release: 'kube-ovn' });
const gaps = await dataPlaneGaps(tools, options.times, ({ rows }) => process.stderr.write(`${textOfRows(rows)}\n`));
process.stdout.write(`${JSON.stringify(gaps)}\n`);
