// For tests and the sandbox; the program itself is main.ts.

export { NODE_CONFIG } from './config.ts';
export { type DataPlane, startDataPlane } from './node/node.ts';
export type { Datapath, NodeSettings } from './settings.ts';
