// The rules every object's metadata obeys: names, labels, annotations, finalizers.

import { type Cause, invalidValue } from '../failure.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../json/json.ts';
import type { ResourceDefinition } from '../resources/resource-definition.ts';
import type { ApiObject } from '../store/api-object.ts';

const SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const PATH_SEGMENT = /^(?!\.{1,2}$)[^/%]+$/;
const QUALIFIED = /^([a-z0-9]([-a-z0-9.]*[a-z0-9])?\/)?[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$/;
const LABEL_VALUE = /^([A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?)?$/;
const ANNOTATION_BYTES = 256 * 1024;

const SUBDOMAIN_HELP =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character";
const QUALIFIED_HELP =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";
const LABEL_HELP =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";

/** Labels rarely differ between objects, so what was found good once is remembered. */
const goodKeys = new Set<string>();

export function checkMetadata(
  { hasFreeNames }: ResourceDefinition,
  metadata: JsonObject,
  before?: ApiObject,
): readonly Cause[] {
  const causes: Cause[] = [];
  const { name, labels, annotations, finalizers, ownerReferences } = metadata;
  if (!before) causes.push(...nameProblems(name, hasFreeNames ? PATH_SEGMENT : SUBDOMAIN));
  if (labels !== before?.metadata.labels) causes.push(...labelProblems(labels));
  if (annotations !== before?.metadata.annotations) causes.push(...annotationProblems(annotations));
  if (ownerReferences !== before?.metadata.ownerReferences) causes.push(...ownerProblems(ownerReferences));
  if (finalizers !== before?.metadata.finalizers) causes.push(...finalizerProblems(finalizers));
  if (before?.metadata.deletionTimestamp) causes.push(...newFinalizers(finalizers, before));
  return causes;
}

/** Empty maps and lists are as good as absent, and are never shown. */
export function withoutEmpty(metadata: JsonObject): JsonObject {
  const isEmpty = (value: Json | undefined) =>
    isJsonArray(value) ? value.length === 0 : isJsonObject(value) && Object.keys(value).length === 0;
  if (!EMPTIED.some((field) => isEmpty(metadata[field]))) return metadata;
  return Object.fromEntries(
    Object.entries(metadata).filter(([field, value]) => !EMPTIED.includes(field) || !isEmpty(value)),
  );
}

const EMPTIED = ['labels', 'annotations', 'finalizers', 'ownerReferences'];

function nameProblems(name: Json | undefined, rule: RegExp): Cause[] {
  if (typeof name !== 'string' || name === '') {
    return [
      {
        reason: 'FieldValueRequired',
        message: 'Required value: name or generateName is required',
        field: 'metadata.name',
      },
    ];
  }
  return name.length <= 253 && rule.test(name) ? [] : [invalidValue('metadata.name', name, SUBDOMAIN_HELP)];
}

function labelProblems(labels: Json | undefined): Cause[] {
  if (!isJsonObject(labels)) return labels === undefined ? [] : [wrongType('metadata.labels', labels)];
  return Object.entries(labels).flatMap(([key, value]) => {
    if (!isQualified(key)) return [invalidValue('metadata.labels', key, QUALIFIED_HELP)];
    if (typeof value !== 'string') return [wrongType(`metadata.labels.${key}`, value)];
    return value.length <= 63 && LABEL_VALUE.test(value) ? [] : [invalidValue('metadata.labels', value, LABEL_HELP)];
  });
}

function annotationProblems(annotations: Json | undefined): Cause[] {
  if (!isJsonObject(annotations))
    return annotations === undefined ? [] : [wrongType('metadata.annotations', annotations)];
  let bytes = 0;
  const causes = Object.entries(annotations).flatMap(([key, value]) => {
    if (typeof value !== 'string') return [wrongType(`metadata.annotations.${key}`, value)];
    bytes += key.length + value.length;
    return isQualified(key.toLowerCase()) ? [] : [invalidValue('metadata.annotations', key, QUALIFIED_HELP)];
  });
  if (bytes <= ANNOTATION_BYTES) return causes;
  const message = `Too long: may not be more than ${ANNOTATION_BYTES} bytes`;
  return [...causes, { reason: 'FieldValueTooLong', message, field: 'metadata.annotations' }];
}

function isQualified(key: string): boolean {
  if (goodKeys.has(key)) return true;
  const name = key.slice(key.indexOf('/') + 1);
  if (name.length > 63 || !QUALIFIED.test(key)) return false;
  if (goodKeys.size < 10_000) goodKeys.add(key);
  return true;
}

function ownerProblems(owners: Json | undefined): Cause[] {
  if (!isJsonArray(owners)) return [];
  const missing = owners.flatMap((owner) =>
    ['apiVersion', 'kind', 'name', 'uid']
      .filter((field) => !isJsonObject(owner) || !owner[field])
      .map((field) => invalidValue(`metadata.ownerReferences.${field}`, '', 'must not be empty')),
  );
  const controllers = owners.filter((owner) => isJsonObject(owner) && owner.controller === true);
  if (controllers.length < 2) return missing;
  const problem = 'Only one reference can have Controller set to true';
  return [...missing, invalidValue('metadata.ownerReferences', owners, problem)];
}

function finalizerProblems(finalizers: Json | undefined): Cause[] {
  if (!isJsonArray(finalizers)) return [];
  return finalizers
    .filter((finalizer) => !isQualified(String(finalizer)))
    .map((finalizer) => invalidValue('metadata.finalizers', finalizer, QUALIFIED_HELP));
}

function newFinalizers(finalizers: Json | undefined, before: ApiObject): Cause[] {
  const old: readonly string[] = before.metadata.finalizers ?? [];
  const added = isJsonArray(finalizers) ? finalizers.map(String).filter((finalizer) => !old.includes(finalizer)) : [];
  if (added.length === 0) return [];
  const message = `Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers ${JSON.stringify(added)}`;
  return [{ reason: 'FieldValueForbidden', message, field: 'metadata.finalizers' }];
}

function wrongType(field: string, value: Json | undefined): Cause {
  return invalidValue(field, value, 'must be a map of strings');
}
