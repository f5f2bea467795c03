// In-process entry for tests and benches; the program itself is main.ts.

export { CONTROLLER_CONFIG, type ControllerConfig } from './config.ts';
export type { KindName } from './kinds/objects.ts';
export { KIND_NAMES } from './kinds/registry.ts';
export { defaultNetworkConfig, type NetworkConfig } from './network-config.ts';
export { type ControllerLog, type ControllerMetrics, NO_METRICS, SILENT_LOG } from './observability.ts';
export { type Controller, type ControllerOptions, startController } from './start.ts';
