// ovs: the data plane of one node.

const [errand] = process.argv.slice(2);
const say = (text: string) => process.stdout.write(`${text}\n`);

if (errand === 'leave') {
  process.exitCode = await (await import('./program/leave.ts')).leave(process.env, say);
} else (await import('./program/run.ts')).run();
