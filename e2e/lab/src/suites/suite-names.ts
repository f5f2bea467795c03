// The suites that the lab can run.

export const SUITES = ['cnitool', 'conformance-network', 'chart', 'node-life', 'api-contract', 'scenarios'] as const;
export type SuiteName = (typeof SUITES)[number];
