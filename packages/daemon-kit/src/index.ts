// What every program shares: options, log, metrics and health port, start and stop.

export { type ChartValues, chartArguments, chartValues } from './config/chart-values.ts';
export { COMMON_OPTIONS, type CommonConfig } from './config/common-options.ts';
export { type ConfigDefinition, type ConfigRules, defineConfig, type ProgramReading } from './config/define-config.ts';
export { duration, parseDuration } from './config/duration.ts';
export type { ProgramTexts } from './config/help-text.ts';
export type { ConfigOf, ConfigShape, OptionSpec } from './config/option-spec.ts';
export type { Environment } from './config/read-arguments.ts';
export { parseTlsVersion, TLS_OPTIONS } from './config/tls-options.ts';
export { createLogger, type LogConfig, type Logger } from './logging/create-logger.ts';
export { Lifecycle, type Part, type StopFailure } from './run/lifecycle.ts';
export type { Program, ProgramContext } from './run/program-context.ts';
export { runProgram } from './run/run-program.ts';
export { type ServeHealthOptions, serveHealth } from './run/serve-health.ts';
export { TimeLimitError, withLimit } from './run/with-limit.ts';
export { createRegistry } from './server/create-registry.ts';
export { Health, type HealthCheck, type HealthReport } from './server/health.ts';
export { type HealthServer, type HealthServerOptions, startHealthServer } from './server/health-server.ts';
export { listenAddresses } from './server/listen-addresses.ts';
