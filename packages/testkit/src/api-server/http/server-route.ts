// Decides what a path is: health, version, OpenAPI, discovery, a review, or a resource.

import { methodNotAllowed } from '../failure.ts';
import { isJsonObject } from '../json/json.ts';
import { discoveryDocument } from '../resources/discovery.ts';
import { openapiDocument } from '../resources/openapi.ts';
import { REVIEWS } from '../resources/reviews.ts';
import { type Answer, type STREAMING, text, value } from './answer.ts';
import { decodeBody, type Exchange, type ResourceServer } from './exchange.ts';
import { resourceRoute } from './resource-route.ts';

const VERSION = { major: '1', minor: '34', gitVersion: 'v1.34.0-testkit', platform: 'linux/amd64' };
const HEALTH = new Set(['/healthz', '/livez', '/readyz']);

export function serverRoute(server: ResourceServer, exchange: Exchange): Answer | typeof STREAMING {
  const { info } = exchange;
  const { path, resource } = info;
  const { storage } = server.cluster;
  if (resource) {
    const review = REVIEWS.find(({ group, plural }) => group === resource.group && plural === resource.plural);
    if (!review) return resourceRoute(server, exchange);
    if (info.verb !== 'create') throw methodNotAllowed();
    const asked = decodeBody(exchange);
    return value(201, { ...(isJsonObject(asked) ? asked : {}), status: review.status });
  }
  if (HEALTH.has(path)) return text(200, 'ok');
  if (path === '/version' || path === '/version/') return value(200, VERSION);
  const document = openapiDocument(storage, path) ?? discoveryDocument(storage, path);
  if (document) return value(200, document);
  return text(404, '404 page not found\n');
}
