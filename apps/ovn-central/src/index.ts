// For tests and the sandbox; the program itself is main.ts.

export { type Central, startCentral } from './central.ts';
export { CENTRAL_CONFIG } from './config.ts';
export { type CentralSettings, DEFAULT_PORTS, DEFAULT_TIMING } from './settings.ts';
