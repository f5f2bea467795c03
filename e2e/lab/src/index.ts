// What benches take from the lab.

export { answered, connectCluster } from './cluster/client.ts';
export { releaseTools } from './cluster/release-tools.ts';
export { NAMESPACES, PODS } from './cluster/resources.ts';
export { down } from './commands/down.ts';
export { up } from './commands/up.ts';
export { PAUSE_IMAGE } from './node/config-files.ts';
export type { LabOptions } from './options.ts';
export { runOnNode } from './outside/enter-node.ts';
export { type RunningLab, requireLab } from './state/lab-record.ts';
