// POST: names, defaults, validation, and the metadata only the server may write.
import { randomUUID } from 'node:crypto';
import { type Cluster, findNamespace, type WriteOptions } from '../cluster.ts';
import { ApiFailure, alreadyExists, badRequest, forbidden, invalid, notFound, WRONG_NAMESPACE } from '../failure.ts';
import { isJsonObject, type Json, type JsonObject } from '../json/json.ts';
import { apiVersionOf, type ResourceDefinition } from '../resources/resource-definition.ts';
import { admitBySchema } from '../schema/admission.ts';
import type { ApiObject, Metadata, Version } from '../store/api-object.ts';
import type { Collection } from '../store/collection.ts';
import { checkMetadata, withoutEmpty } from './metadata-rules.ts';

export function createObject(
  cluster: Cluster,
  collection: Collection,
  namespace: string | undefined,
  body: Json,
  options: WriteOptions,
): Version {
  const { definition } = collection;
  const asked = checkedBody(definition, namespace, body);
  const metadata = newMetadata(cluster, definition, namespace, asked);
  const causes = checkMetadata(definition, metadata);
  if (causes.length > 0) throw invalid(definition, metadata.name, causes);
  if (collection.get(namespace, metadata.name)) throw alreadyExists(definition, metadata.name);
  if (namespace !== undefined) checkNamespaceAccepts(cluster, definition, namespace, metadata.name);

  const object = admitBySchema(definition, fillIn(cluster, definition, { ...asked, metadata }), undefined);
  const problems = definition.validate?.(object, undefined) ?? [];
  if (problems.length > 0) throw invalid(definition, metadata.name, problems);
  return cluster.storage.put(collection, object, undefined, options);
}

function checkedBody(definition: ResourceDefinition, namespace: string | undefined, body: Json): JsonObject {
  if (!isJsonObject(body)) throw badRequest('the body of the request is not an object');
  checkKind(definition, body);
  const given = isJsonObject(body.metadata) ? body.metadata : {};
  // The real server knows no better status for this either.
  if (given.resourceVersion) {
    throw new ApiFailure(500, '', 'resourceVersion should not be set on objects to be created');
  }
  if (given.namespace && given.namespace !== namespace) {
    throw badRequest(WRONG_NAMESPACE);
  }
  return body;
}

export function checkKind(definition: ResourceDefinition, body: JsonObject): void {
  const { apiVersion = apiVersionOf(definition), kind = definition.kind } = body;
  if (apiVersion === apiVersionOf(definition) && kind === definition.kind) return;
  throw badRequest(
    `the API version in the data (${apiVersion}, ${kind}) does not match the expected API version (${apiVersionOf(definition)}, ${definition.kind})`,
  );
}

function newMetadata(
  cluster: Cluster,
  definition: ResourceDefinition,
  namespace: string | undefined,
  body: JsonObject,
): Metadata {
  const given = isJsonObject(body.metadata) ? body.metadata : {};
  const { name, generateName, deletionTimestamp: _d, deletionGracePeriodSeconds: _g, selfLink: _s, ...rest } = given;
  const kept = withoutEmpty(rest);
  const generated = !name && typeof generateName === 'string' ? generateName + cluster.suffixes.next() : name;
  return {
    name: typeof generated === 'string' ? generated : '',
    ...(generateName ? { generateName: String(generateName) } : {}),
    ...(namespace === undefined ? {} : { namespace }),
    ...kept,
    uid: randomUUID(),
    resourceVersion: '',
    ...(definition.hasGeneration ? { generation: 1 } : { generation: undefined }),
    creationTimestamp: cluster.clock.timestamp(),
  };
}

function fillIn(
  cluster: Cluster,
  definition: ResourceDefinition,
  object: JsonObject & { metadata: Metadata },
): ApiObject {
  const typed = { ...object, apiVersion: apiVersionOf(definition), kind: definition.kind };
  const kept = definition.hasStatus && !definition.keepsStatusOnCreate ? withoutStatus(typed) : typed;
  if (!definition.fillIn) return kept;
  const filled = definition.fillIn(kept, {
    now: cluster.clock.timestamp(),
    allocateClusterIp: (family) => cluster.serviceAddresses.next(family),
  });
  return { ...kept, ...filled };
}

function withoutStatus(object: ApiObject): ApiObject {
  if (object.status === undefined) return object;
  const { status: _status, ...rest } = object;
  return rest as ApiObject;
}

function checkNamespaceAccepts(
  cluster: Cluster,
  definition: ResourceDefinition,
  namespace: string,
  name: string,
): void {
  const found = findNamespace(cluster, namespace);
  if (!found) throw notFound({ group: '', plural: 'namespaces', kind: 'Namespace' }, namespace);
  if (!found.object.metadata.deletionTimestamp) return;
  throw forbidden(
    definition,
    name,
    `unable to create new content in namespace ${namespace} because it is being terminated`,
  );
}
