// The CustomResourceDefinition of a kind, as an object.

import type { KindSpec, PrinterColumn } from '../kinds/kind-spec.ts';
import { KINDS } from '../kinds/kinds.ts';
import { type StructuralSchema, structuralSchema } from './structural-schema.ts';

export interface CrdManifest {
  readonly apiVersion: 'apiextensions.k8s.io/v1';
  readonly kind: 'CustomResourceDefinition';
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly group: string;
    readonly names: {
      readonly kind: string;
      readonly listKind: string;
      readonly plural: string;
      readonly singular: string;
      readonly shortNames?: readonly string[];
    };
    readonly scope: 'Cluster' | 'Namespaced';
    readonly versions: readonly CrdVersion[];
  };
}

export interface CrdVersion {
  readonly name: string;
  readonly served: true;
  readonly storage: true;
  readonly additionalPrinterColumns?: readonly PrinterColumn[];
  readonly schema: { readonly openAPIV3Schema: StructuralSchema };
  readonly subresources?: { readonly status?: object; readonly scale?: object };
}

export function crdManifests(): CrdManifest[] {
  return Object.values(KINDS).map(crdManifest);
}

export function crdManifest(kind: KindSpec): CrdManifest {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${kind.plural}.${kind.group}` },
    spec: {
      group: kind.group,
      names: {
        kind: kind.kind,
        listKind: kind.listKind,
        plural: kind.plural,
        singular: kind.singular,
        ...(kind.shortNames.length > 0 && { shortNames: kind.shortNames }),
      },
      scope: kind.scope,
      versions: [crdVersion(kind)],
    },
  };
}

function crdVersion(kind: KindSpec): CrdVersion {
  const subresources = {
    ...(kind.scale && {
      scale: {
        specReplicasPath: kind.scale.specPath,
        statusReplicasPath: kind.scale.statusPath,
        ...(kind.scale.selectorPath && { labelSelectorPath: kind.scale.selectorPath }),
      },
    }),
    ...(kind.hasStatus && { status: {} }),
  };
  return {
    name: kind.version,
    served: true,
    storage: true,
    ...(kind.columns.length > 0 && { additionalPrinterColumns: kind.columns }),
    schema: { openAPIV3Schema: objectSchema(kind) },
    ...(Object.keys(subresources).length > 0 && { subresources }),
  };
}

/** metadata is left to the API server, which knows it better. */
function objectSchema(kind: KindSpec): StructuralSchema {
  return {
    description: kind.summary,
    type: 'object',
    properties: {
      apiVersion: { description: 'Group and version of this representation.', type: 'string' },
      kind: { description: 'Kind of this object.', type: 'string' },
      metadata: { type: 'object' },
      spec: { description: 'What is wanted.', ...structuralSchema(kind.specSchema) },
      ...(kind.statusSchema && {
        status: { description: 'What the controller has seen and done.', ...structuralSchema(kind.statusSchema) },
      }),
    },
  };
}
