export { ipPoolKind } from './kind.ts';
export { type IPPool, type IPPoolSpec, type IPPoolStatus, ipPoolSchema } from './schema.ts';
export { type NormalIpPoolSpec, validateIpPoolSpec } from './validate.ts';
