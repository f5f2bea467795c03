// Where the three `.ovsschema` files of the data-plane root are, and which generated file each one becomes.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

export interface SchemaFile {
  /** Path inside the data-plane root. */
  readonly source: string;
  /** Generated file in `src/`. */
  readonly target: string;
  /** Prefix of the exported constants: NB_TABLES, NB_SCHEMA_JSON. */
  readonly prefix: string;
}

export const SCHEMA_FILES: readonly SchemaFile[] = [
  { source: 'usr/share/ovn/ovn-nb.ovsschema', target: 'nb.generated.ts', prefix: 'NB' },
  { source: 'usr/share/ovn/ovn-sb.ovsschema', target: 'sb.generated.ts', prefix: 'SB' },
  { source: 'usr/share/openvswitch/vswitch.ovsschema', target: 'vswitch.generated.ts', prefix: 'VSWITCH' },
];

export type BaseType = 'integer' | 'real' | 'boolean' | 'string' | 'uuid';

/** Only what the generator reads of a base type; the rest is carried into the constant untouched. */
export interface RawBase {
  readonly type: BaseType;
  readonly enum?: string | readonly ['set', readonly string[]];
  readonly refTable?: string;
  readonly refType?: 'strong' | 'weak';
  readonly minInteger?: number;
  readonly maxInteger?: number;
}

export interface RawColumn {
  readonly type: BaseType | RawType;
  readonly ephemeral?: boolean;
  readonly mutable?: boolean;
}

export interface RawType {
  readonly key: BaseType | RawBase;
  readonly value?: BaseType | RawBase;
  readonly min?: number;
  readonly max?: number | 'unlimited';
}

export interface RawTable {
  readonly columns: Readonly<Record<string, RawColumn>>;
}

export interface RawSchema {
  readonly name: string;
  readonly version: string;
  readonly tables: Readonly<Record<string, RawTable>>;
}

export function readSchema(root: string, file: SchemaFile): RawSchema {
  return JSON.parse(readFileSync(join(root, file.source), 'utf8')) as RawSchema;
}

/** The data-plane root: KUBE_OVN_ROOT, else the newest complete one in the project's cache. */
export function findRoot(): string | undefined {
  const chosen = process.env.KUBE_OVN_ROOT;
  if (chosen) return chosen;
  const cache = join(import.meta.dirname, '../../../.cache');
  if (!existsSync(cache)) return undefined;
  const roots = readdirSync(cache)
    .filter((name) => name.startsWith('root-') && !name.endsWith('.tmp'))
    .map((name) => join(cache, name))
    .filter((root) => SCHEMA_FILES.every((file) => existsSync(join(root, file.source))));
  return roots.sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)[0];
}
