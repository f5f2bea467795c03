// What is to be known of a kind besides its fields: names, scope, columns, subresources. One constant per kind.

import type * as z from 'zod';
import { API_GROUP, API_VERSION } from '../schema/kind-schema.ts';

export interface PrinterColumn {
  readonly name: string;
  readonly type: 'string' | 'boolean' | 'integer' | 'number' | 'date';
  readonly jsonPath: string;
  /** Above 0: only shown by `-o wide`. */
  readonly priority?: number;
}

interface KindDefinition<K extends string, S extends z.ZodType> {
  readonly kind: K;
  readonly plural: string;
  readonly singular: string;
  readonly shortNames: readonly string[];
  readonly scope: 'Cluster' | 'Namespaced';
  /** Status is a subresource. Some kinds have a status field without it. */
  readonly hasStatus: boolean;
  readonly scale?: { readonly specPath: string; readonly statusPath: string; readonly selectorPath?: string };
  /** One sentence for the reference. */
  readonly summary: string;
  readonly columns: readonly PrinterColumn[];
  readonly schema: S;
  readonly specSchema: z.ZodType;
  readonly statusSchema?: z.ZodType;
}

export interface KindSpec<K extends string = string, S extends z.ZodType = z.ZodType> extends KindDefinition<K, S> {
  readonly group: string;
  readonly version: string;
  readonly listKind: string;
  /** Same fact as `scope`, in the form that @kube-ovn/kube wants of a ResourceRef. */
  readonly namespaced: boolean;
}

export function defineKind<K extends string, S extends z.ZodType>(definition: KindDefinition<K, S>): KindSpec<K, S> {
  return {
    ...definition,
    group: API_GROUP,
    version: API_VERSION,
    listKind: `${definition.kind}List`,
    namespaced: definition.scope === 'Namespaced',
  };
}
