// ovs: the data plane of one node.

const [errand, ...rest] = process.argv.slice(2);
const say = (text: string) => process.stdout.write(`${text}\n`);

if (errand === 'healthcheck') {
  const { nodeFault } = await import('./program/health.ts');
  const fault = await nodeFault(process.env, rest[0] === 'live');
  say(fault ?? 'ok');
  process.exitCode = fault === undefined ? 0 : 1;
} else if (errand === 'leave') {
  process.exitCode = await (await import('./program/leave.ts')).leave(process.env, say);
} else (await import('./program/run.ts')).run();
