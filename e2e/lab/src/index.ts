// What benches take from the lab.

export { answered, connectCluster } from './cluster/client.ts';
export { NAMESPACES, PODS } from './cluster/resources.ts';
export { down } from './commands/down.ts';
export { clusterTool } from './commands/tools.ts';
export { up } from './commands/up.ts';
export { PAUSE_IMAGE } from './node/config-files.ts';
export type { LabOptions } from './options.ts';
export { runOnNode } from './outside/enter-node.ts';
export { KUBECONFIG } from './paths.ts';
export { type RunningLab, requireLab } from './state/lab-record.ts';
