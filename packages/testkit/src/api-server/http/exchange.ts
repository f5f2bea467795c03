// One request and its answer, and how its parts are read. Shared by all routes.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { parse as parseYaml } from 'yaml';
import type { Cluster, WriteOptions } from '../cluster.ts';
import { badRequest, invalidRequest } from '../failure.ts';
import type { Faults } from '../faults.ts';
import { decodeJson } from '../json/codec.ts';
import type { Json } from '../json/json.ts';
import type { ListRequest, Lists } from '../read/list.ts';
import { decodeProtobuf, PROTOBUF } from './protobuf-body.ts';
import type { RequestInfo } from './request-info.ts';
import type { LoggedRequest } from './request-log.ts';

export interface Exchange {
  readonly info: RequestInfo;
  readonly logged: LoggedRequest;
  readonly contentType: string;
  readonly body: Buffer;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

export interface ResourceServer {
  readonly cluster: Cluster;
  readonly lists: Lists;
  readonly faults: Faults;
}

export function decodeBody({ body, contentType }: Exchange): Json {
  if (body.length === 0) throw badRequest('the request needs a body');
  if (contentType === PROTOBUF) return decodeProtobuf(body);
  return contentType === 'application/yaml' ? parseYaml(body.toString()) : decodeJson(body.toString());
}

export function writeOptions({ info }: Exchange): WriteOptions {
  const dryRun = info.query.getAll('dryRun');
  if (dryRun.some((stage) => stage !== 'All')) throw invalidRequest('dryRun', 'dryRun must be All');
  return {
    userAgent: info.userAgent,
    fieldManager: info.query.get('fieldManager') ?? undefined,
    dryRun: dryRun.length > 0,
  };
}

export function listRequest({ info: { query, resource } }: Exchange): ListRequest {
  const text = (name: string) => query.get(name) ?? undefined;
  return {
    namespace: resource?.namespace,
    labelSelector: text('labelSelector'),
    fieldSelector: text('fieldSelector'),
    limit: query.has('limit') ? Number(query.get('limit')) : undefined,
    continueToken: text('continue'),
    resourceVersion: text('resourceVersion'),
    resourceVersionMatch: text('resourceVersionMatch'),
    sendInitialEvents: text('sendInitialEvents'),
  };
}
