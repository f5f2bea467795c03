// The single door of HTTP: logs the request, lets faults act, reads the body, and turns failures into Status objects.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiFailure, qualifiedName } from '../failure.ts';
import type { Faults } from '../faults.ts';
import { type Answer, failed, STREAMING, send } from './answer.ts';
import type { Exchange } from './exchange.ts';
import { type RequestInfo, requestInfo } from './request-info.ts';
import type { LoggedRequest, RequestLog } from './request-log.ts';

export type Route = (exchange: Exchange) => Answer | typeof STREAMING;

export function httpHandler(route: Route, log: RequestLog, faults: Faults) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    // A body cut off by the client is the client's business.
    request.on('error', () => {});
    response.on('error', () => {});
    handle(route, log, faults, request, response).catch((cause) => response.destroy(cause));
  };
}

async function handle(
  route: Route,
  log: RequestLog,
  faults: Faults,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const info = requestInfo(request);
  const logged = loggedRequest(info);
  log.add(logged);
  response.once('close', () => {
    logged.status ??= response.headersSent ? response.statusCode : undefined;
  });
  const body = info.method === 'GET' ? NO_BODY : await readBody(request);
  const gate = faults.gate(logged);
  if (gate) await gate;
  if (info.verb === 'watch' && faults.isSilent(logged)) return;
  const contentType = (request.headers['content-type'] ?? '').split(';')[0]?.trim() ?? '';
  const answer = answerOf(route, faults, { info, logged, contentType, body, request, response });
  if (answer !== STREAMING) send(response, answer);
  logged.status = response.statusCode;
}

function answerOf(route: Route, faults: Faults, exchange: Exchange): Answer | typeof STREAMING {
  try {
    const fault = faults.failure(exchange.logged);
    return fault ? failed(fault) : route(exchange);
  } catch (cause) {
    return failed(toFailure(cause));
  }
}

function loggedRequest({ verb, resource, path, query, userAgent }: RequestInfo): LoggedRequest {
  return {
    verb,
    resource: resource ? qualifiedName({ ...resource, kind: '' }) : path,
    subresource: resource?.subresource,
    namespace: resource?.namespace,
    name: resource?.name,
    userAgent,
    query: query.toString(),
    status: undefined,
  };
}

const NO_BODY = Buffer.alloc(0);

function readBody(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    request.on('error', reject);
  });
}

function toFailure(cause: unknown): ApiFailure {
  if (cause instanceof ApiFailure) return cause;
  if (cause instanceof SyntaxError) return new ApiFailure(400, 'BadRequest', `the body is not JSON: ${cause.message}`);
  const text = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
  return new ApiFailure(500, 'InternalError', `bug in the API server of the testkit: ${text}`);
}
