// Single objects behind a FaultServer with optimistic locking: what leases and events need.

import type { KubeObject } from '../object.ts';
import { type Answer, type FaultServer, json, status } from './fault-server.ts';

export class FakeObjects {
  readonly objects = new Map<string, KubeObject>();
  /** Answers for the next requests, used up one by one. */
  readonly faults: Answer[] = [];
  version = 1;

  constructor(server: FaultServer) {
    server.answer = (request, response) => (this.faults.shift() ?? this.honest)(request, response);
  }

  /** The regular answer, for faults that only watch. */
  readonly honest: Answer = (request, response) => {
    const body = request.body === '' ? undefined : (JSON.parse(request.body) as KubeObject);
    const path = request.method === 'POST' ? `${request.path}/${body?.metadata.name}` : request.path;
    const stored = this.objects.get(path);
    if (request.method === 'POST' ? stored !== undefined : stored === undefined) {
      const [code, reason] =
        request.method === 'POST' ? ([409, 'AlreadyExists'] as const) : ([404, 'NotFound'] as const);
      status(code, reason)(request, response);
      return;
    }
    if (request.method === 'GET') return json(200, stored)(request, response);
    const expected = body?.metadata?.resourceVersion;
    if (expected !== undefined && stored !== undefined && expected !== stored.metadata.resourceVersion) {
      status(409, 'Conflict')(request, response);
      return;
    }
    const merged = request.method === 'PATCH' ? { ...stored, ...body } : { ...body };
    const metadata = { ...stored?.metadata, ...body?.metadata, resourceVersion: String(++this.version) };
    const written = { ...merged, metadata } as KubeObject;
    this.objects.set(path, written);
    json(200, written)(request, response);
  };
}
