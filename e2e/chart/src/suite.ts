// The life of a release on a real cluster: node e2e/chart/src/suite.ts --kubeconfig FILE [--helm FILE] [--kubectl FILE]
// Begins with an installed chart and ends with one. Results go to --results as JSON, for whoever called.

import { writeFile } from 'node:fs/promises';
import { Command } from 'commander';
import { helmBinary } from './paths.ts';
import { LIFE_CYCLE } from './suite/cases.ts';
import { runCases } from './suite/run-cases.ts';
import { openTools } from './suite/tools.ts';

const command = new Command()
  .requiredOption('--kubeconfig <file>')
  .option('--helm <file>', 'helm', helmBinary() ?? 'helm')
  .option('--kubectl <file>', 'kubectl', 'kubectl')
  .option('--release <name>', 'release', 'kube-ovn')
  .option('--namespace <name>', 'namespace of the release', 'kube-system')
  .option('--audit-log <file>', "the API server's notes of who called what: roles are held against them")
  .option('--focus <regexp>', 'only cases with such names')
  .option('--results <file>', 'JSON of all results')
  .parse();

const options = command.opts<{
  kubeconfig: string;
  helm: string;
  kubectl: string;
  release: string;
  namespace: string;
  auditLog?: string;
  focus?: string;
  results?: string;
}>();
const results = await runCases(LIFE_CYCLE, openTools(options), options.focus);
if (options.results) await writeFile(options.results, JSON.stringify(results));
const count = (outcome: string) => results.filter((result) => result.outcome === outcome).length;
process.stdout.write(`chart: ${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped\n`);
process.exit(count('failed') === 0 ? 0 : 1);
