// The table of kinds. A new kind is one folder beside this file and one line here.

import type * as z from 'zod';
import { ipKind } from './ip/index.ts';
import { ipPoolKind } from './ip-pool/index.ts';
import { subnetKind } from './subnet/index.ts';
import { vpcKind } from './vpc/index.ts';

export const KINDS = { Vpc: vpcKind, Subnet: subnetKind, IP: ipKind, IPPool: ipPoolKind } as const;

export type KindName = keyof typeof KINDS;

/** The object type of a kind: `ObjectOf<'Subnet'>` is `Subnet`. */
export type ObjectOf<K extends KindName> = z.infer<(typeof KINDS)[K]['schema']>;
