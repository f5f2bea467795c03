// The subresources beyond status: scale, binding, eviction, finalize.

import type { Cluster, Target } from '../cluster.ts';
import { badRequest, methodNotAllowed, noSuchPath, notFound } from '../failure.ts';
import { decodeJson } from '../json/codec.ts';
import { isJsonObject, type Json, type JsonObject, jsonAt, withJsonAt } from '../json/json.ts';
import { applyJsonPatch } from '../patch/json-patch.ts';
import { applyMergePatch } from '../patch/merge-patch.ts';
import { MERGE_PATCH } from '../patch/patch.ts';
import type { ScalePaths } from '../resources/resource-definition.ts';
import type { ApiObject } from '../store/api-object.ts';
import { bindPod } from '../write/bind.ts';
import { deleteObject, parseDeleteOptions } from '../write/delete.ts';
import { isFinished, storeUpdate } from '../write/update.ts';
import { type Answer, value } from './answer.ts';
import { decodeBody, type Exchange, type ResourceServer, writeOptions } from './exchange.ts';

export function subresourceRoute(
  server: ResourceServer,
  exchange: Exchange,
  target: Target,
  subresource: string,
): Answer {
  const { definition } = target.collection;
  if (subresource === 'scale' && definition.scale)
    return scaleRoute(server.cluster, exchange, target, definition.scale);
  if (definition.kind === 'Pod' && exchange.info.verb === 'create') {
    if (subresource === 'binding') return bindRoute(server.cluster, exchange, target);
    if (subresource === 'eviction') return evictRoute(server.cluster, exchange, target);
  }
  if (definition.kind === 'Namespace' && subresource === 'finalize' && exchange.info.verb === 'update') {
    return finalizeRoute(server.cluster, exchange, target);
  }
  throw noSuchPath();
}

function existing({ collection, namespace, name }: Target) {
  const version = collection.get(namespace, name);
  if (!version) throw notFound(collection.definition, name);
  return version;
}

function scaleRoute(cluster: Cluster, exchange: Exchange, target: Target, paths: ScalePaths): Answer {
  const before = existing(target);
  const scale = scaleOf(before.object, paths);
  if (exchange.info.verb === 'get') return value(200, scale);
  const wanted = jsonAt(wantedScale(exchange, scale), ['spec', 'replicas']) ?? 0;
  const next = withJsonAt(before.object, paths.spec, wanted);
  const version = storeUpdate(cluster, target, undefined, before, next, writeOptions(exchange));
  return value(200, scaleOf(version.object, paths));
}

function wantedScale(exchange: Exchange, scale: JsonObject): Json {
  const { info, contentType, body } = exchange;
  if (info.verb === 'update') return decodeBody(exchange);
  if (info.verb !== 'patch') throw methodNotAllowed();
  const patch = decodeJson(body.toString());
  if (!isJsonObject(patch)) return applyJsonPatch(scale, patch);
  if (contentType === MERGE_PATCH || contentType.includes('strategic')) return applyMergePatch(scale, patch);
  throw badRequest(`cannot patch a scale with ${contentType}`);
}

function scaleOf(object: ApiObject, paths: ScalePaths): JsonObject {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = object.metadata;
  const selector = paths.selector && jsonAt(object, paths.selector);
  return {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: { name, namespace, uid, resourceVersion, creationTimestamp },
    spec: { replicas: jsonAt(object, paths.spec) ?? 0 },
    status: { replicas: jsonAt(object, paths.status) ?? 0, selector: selectorText(selector) },
  };
}

function selectorText(selector: Json | undefined): string | undefined {
  if (typeof selector === 'string') return selector;
  const labels = jsonAt(selector, ['matchLabels']);
  if (!isJsonObject(labels)) return undefined;
  return Object.entries(labels)
    .map(([key, value]) => `${key}=${value}`)
    .join(',');
}

function bindRoute(cluster: Cluster, exchange: Exchange, target: Target): Answer {
  const nodeName = jsonAt(decodeBody(exchange), ['target', 'name']);
  if (typeof nodeName !== 'string') throw badRequest('a binding names its node in target.name');
  bindPod(cluster, target, nodeName, writeOptions(exchange));
  return value(201, SUCCESS);
}

function evictRoute(cluster: Cluster, exchange: Exchange, target: Target): Answer {
  const asked = parseDeleteOptions(jsonAt(decodeBody(exchange), ['deleteOptions']), exchange.info.query);
  deleteObject(cluster, target, asked, writeOptions(exchange));
  return value(201, SUCCESS);
}

function finalizeRoute(cluster: Cluster, exchange: Exchange, target: Target): Answer {
  const before = existing(target);
  const finalizers = jsonAt(decodeBody(exchange), ['spec', 'finalizers']);
  const object = { ...before.object, spec: { finalizers } } as ApiObject;
  if (isFinished(target.collection.definition, object))
    cluster.storage.remove(target.collection, object, before, writeOptions(exchange));
  else cluster.storage.put(target.collection, object, before, writeOptions(exchange));
  return value(200, object);
}

const SUCCESS: JsonObject = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 };
