// Requests for objects of a resource: the verbs of the API on top of the read and write paths.

import type { Target } from '../cluster.ts';
import { methodNotAllowed, noSuchPath, notFound, successStatus } from '../failure.ts';
import { patchObject } from '../patch/patch.ts';
import { chooseRepresentation, type Representation } from '../read/representation.ts';
import type { Collection } from '../store/collection.ts';
import { createObject } from '../write/create.ts';
import { deleteObject, deleteSelected, parseDeleteOptions } from '../write/delete.ts';
import { replaceObject, type Subresource } from '../write/update.ts';
import { type Answer, encoded, pieces, STREAMING, value } from './answer.ts';
import { decodeBody, type Exchange, listRequest, type ResourceServer, writeOptions } from './exchange.ts';
import { isTrue } from './request-info.ts';
import { subresourceRoute } from './subresources.ts';
import { openWatchStream } from './watch-stream.ts';

export function resourceRoute(server: ResourceServer, exchange: Exchange): Answer | typeof STREAMING {
  const { info } = exchange;
  const path = info.resource;
  const collection = path && server.cluster.storage.collection(path.group, path.version, path.plural);
  if (!path || !collection) throw noSuchPath();
  const { namespace, name, subresource } = path;
  if (name === undefined) return collectionRoute(server, exchange, collection);
  const target: Target = { collection, namespace, name };
  if (subresource === undefined) return objectRoute(server, exchange, target, undefined);
  if (subresource === 'status' && collection.definition.hasStatus)
    return objectRoute(server, exchange, target, 'status');
  return subresourceRoute(server, exchange, target, subresource);
}

function collectionRoute(
  server: ResourceServer,
  exchange: Exchange,
  collection: Collection,
): Answer | typeof STREAMING {
  const { info } = exchange;
  const { cluster } = server;
  const namespace = info.resource?.namespace;
  const shown = representationFor(server, exchange, collection);
  switch (info.verb) {
    case 'list':
      return pieces(shown.list(server.lists.list(collection, listRequest(exchange))));
    case 'watch':
      openWatchStream(server, exchange, collection, shown);
      return STREAMING;
    case 'create': {
      if (collection.definition.namespaced && namespace === undefined) throw methodNotAllowed();
      const version = createObject(cluster, collection, namespace, decodeBody(exchange), writeOptions(exchange));
      return encoded(201, shown.one(version));
    }
    case 'deletecollection': {
      const asked = parseDeleteOptions(exchange.body.length === 0 ? undefined : decodeBody(exchange), info.query);
      const deleted = deleteSelected(cluster, collection, listRequest(exchange), asked, writeOptions(exchange));
      const page = { versions: deleted, revision: cluster.storage.revision, continueToken: '', remaining: undefined };
      return pieces(shown.list(page));
    }
    default:
      throw methodNotAllowed();
  }
}

function objectRoute(
  server: ResourceServer,
  exchange: Exchange,
  target: Target,
  subresource: Subresource,
): Answer | typeof STREAMING {
  const { info, contentType } = exchange;
  const { cluster } = server;
  const { collection, namespace, name } = target;
  const shown = representationFor(server, exchange, collection);
  switch (info.verb) {
    case 'get': {
      const version = collection.get(namespace, name);
      if (!version) throw notFound(collection.definition, name);
      return encoded(200, shown.one(version));
    }
    case 'watch':
      openWatchStream(server, exchange, collection, shown);
      return STREAMING;
    case 'update': {
      const existed = collection.get(namespace, name) !== undefined;
      const version = replaceObject(cluster, target, subresource, decodeBody(exchange), writeOptions(exchange));
      return encoded(existed ? 200 : 201, shown.one(version));
    }
    case 'patch': {
      const options = { ...writeOptions(exchange), force: isTrue(info.query.get('force')) };
      const { version, created } = patchObject(
        cluster,
        target,
        subresource,
        contentType,
        exchange.body.toString(),
        options,
      );
      return encoded(created ? 201 : 200, shown.one(version));
    }
    case 'delete':
      if (subresource) throw methodNotAllowed();
      return deleteRoute(server, exchange, target, shown);
    default:
      throw methodNotAllowed();
  }
}

function deleteRoute({ cluster }: ResourceServer, exchange: Exchange, target: Target, shown: Representation): Answer {
  const { definition } = target.collection;
  const asked = parseDeleteOptions(exchange.body.length === 0 ? undefined : decodeBody(exchange), exchange.info.query);
  const options = writeOptions(exchange);
  const { version, gone } = deleteObject(cluster, target, asked, {
    ...options,
    dryRun: options.dryRun || asked.dryRun,
  });
  if (!gone || definition.returnsDeleted) return encoded(200, shown.one(version));
  return value(200, successStatus(definition, target.name, version.object.metadata.uid));
}

export function representationFor(server: ResourceServer, exchange: Exchange, collection: Collection): Representation {
  const { accept, query } = exchange.info;
  const includeObject = query.get('includeObject') ?? undefined;
  const now = () => server.cluster.clock.now();
  return chooseRepresentation(collection.definition, collection.prefixLength, accept, includeObject, now);
}
