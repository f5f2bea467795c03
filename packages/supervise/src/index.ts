// What the supervisors of OVN's and Open vSwitch's daemons share.

export { type Command, type MakeCommand, runTool, systemCommand, ToolError } from './command.ts';
export { HEALTH_FILE, type HealthFaults, type HealthFile, keepHealthFile } from './health-file.ts';
export { ManagedProcess, type ProcessSpec, type SupervisorLog } from './managed-process.ts';
export { RestartDelay } from './restart-delay.ts';
export { type TlsFilePaths, TlsFiles, type TlsMaterial } from './tls-files.ts';
export { type SecretWatch, watchTlsSecret } from './tls-secret.ts';
export { unixctl } from './unixctl.ts';
export { type UntilOptions, until } from './until.ts';
