// In-process entry for tests and the sandbox; the program itself is main.ts.

export { DAEMON_CONFIG, type DaemonConfig, daemonOptions } from './config.ts';
export { type DaemonLog, type DaemonMetrics, NO_METRICS, SILENT_LOG } from './observability.ts';
export { type CniConfOptions, type DaemonOptions, DEFAULT_NETWORK, type NetworkOptions } from './options.ts';
export { type Daemon, startDaemon } from './start.ts';
