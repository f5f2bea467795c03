// For tests: holds the generated CRD of a kind against a table of facts written down from the contract.

import { expect, test } from 'vitest';
import { type Field, fieldTable } from '../crd/field-table.ts';
import { crdManifest } from '../crd/manifest.ts';
import type { KindSpec } from '../kinds/kind-spec.ts';

export interface Contract {
  readonly names: {
    readonly crd: string;
    readonly singular: string;
    readonly listKind: string;
    readonly shortNames: readonly string[];
    readonly scope: string;
    readonly subresources: readonly string[];
  };
  /** One `name type jsonPath` per line. */
  readonly columns: string;
  /** One `path type constraints` per line, constraints with `required` first. */
  readonly fields: string;
}

export function checkContract(kind: KindSpec, contract: Contract): void {
  const { metadata, spec } = crdManifest(kind);
  const version = spec.versions[0]!;

  test('names and scope', () => {
    const { crd, singular, listKind, shortNames, scope } = contract.names;
    expect(metadata.name).toBe(crd);
    expect(spec).toMatchObject({ group: 'kubeovn.io', scope, names: { singular, listKind, kind: kind.kind } });
    expect(spec.names.shortNames ?? []).toEqual(shortNames);
    expect(spec.versions).toMatchObject([{ name: 'v1', served: true, storage: true }]);
    expect(Object.keys(version.subresources ?? {})).toEqual(contract.names.subresources);
  });

  test('printer columns', () => {
    const columns = version.additionalPrinterColumns ?? [];
    expect(columns.map(({ name, type, jsonPath }) => `${name} ${type} ${jsonPath}`)).toEqual(lines(contract.columns));
  });

  test('fields, types and limits', () => {
    const fields = fieldTable(version.schema.openAPIV3Schema).filter(isOfContract);
    expect(fields.map(spell).toSorted()).toEqual(lines(contract.fields).toSorted());
  });

  test('never preserves unknown fields', () => {
    expect(JSON.stringify(spec)).not.toMatch(/preserve-?unknown-?fields/i);
  });
}

/** The contract leaves out what is standard (selector requirements, conditions) and the items of object lists. */
function isOfContract(field: Field): boolean {
  if (!/^\.(spec|status)\./.test(field.path)) return false;
  if (/\.(conditions|matchExpressions)\[\]/.test(field.path)) return false;
  return !(field.path.endsWith('[]') && field.type === 'object' && !/Selectors\[\]$/.test(field.path));
}

/** Selectors carry the list and map types of Kubernetes, of which the contract does not speak. */
function spell(field: Field): string {
  const constraints = field.constraints.replace(/(list|map)-type=atomic/, '');
  return [field.path, field.type, field.required ? 'required' : '', constraints]
    .filter((part) => part !== '')
    .join(' ');
}

function lines(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}
