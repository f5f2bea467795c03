export { vpcKind } from './kind.ts';
export { type Vpc, type VpcSpec, type VpcStatus, vpcSchema } from './schema.ts';
export { validateVpcSpec } from './validate.ts';
