// What other suites and benches take from the life of a release.

export { dataPlaneGaps } from './suite/data-plane-gaps.ts';
export { openTools, type ToolOptions, type Tools } from './suite/tools.ts';
export { type Losses, lossesDuring, startTraffic, stopTraffic } from './suite/traffic.ts';
