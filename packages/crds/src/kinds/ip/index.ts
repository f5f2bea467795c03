export { ipKind } from './kind.ts';
export { type IP, type IPSpec, ipSchema } from './schema.ts';
export { validateIpSpec } from './validate.ts';
