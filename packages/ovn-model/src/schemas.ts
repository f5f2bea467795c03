// The schemas that the generated types come from, parsed: what a transaction builder needs before it is connected.

import { type DatabaseSchema, parseSchema } from '@kube-ovn/ovsdb-client';
import { NB_SCHEMA_JSON } from './nb.generated.ts';
import { SB_SCHEMA_JSON } from './sb.generated.ts';
import { VSWITCH_SCHEMA_JSON } from './vswitch.generated.ts';

export const NB_SCHEMA: DatabaseSchema = parseSchema(NB_SCHEMA_JSON);
export const SB_SCHEMA: DatabaseSchema = parseSchema(SB_SCHEMA_JSON);
export const VSWITCH_SCHEMA: DatabaseSchema = parseSchema(VSWITCH_SCHEMA_JSON);
