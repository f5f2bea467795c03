// For commands that people start: plain errors, progress, and programs in namespaces of their own that end with their launcher.

export { COLOURS, type Colours, NO_COLOURS } from './colours.ts';
export { type Forwarder, forwardSocket } from './forward.ts';
export { type Isolated, startIsolated } from './isolation.ts';
export { PlainError, printError } from './plain-error.ts';
export { childrenOf, identify, isAlive, type ProcessIdentity } from './process-identity.ts';
export { createProgress, type Progress, type ProgressOutput } from './progress.ts';
