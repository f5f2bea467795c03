// Public surface: the shim as a function for tests and tools, and the JSON contract it keeps with the daemon.

export { CNI_CODE, type CniFailure } from './cni-failure.ts';
export type { GcRequest, ValidAttachment } from './commands/gc.ts';
export type { Host } from './host.ts';
export type { PodRequest } from './pod-request.ts';
export { type Outcome, run } from './run.ts';
export { type CniVersion, SUPPORTED_VERSIONS } from './versions.ts';
