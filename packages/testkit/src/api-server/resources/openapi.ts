// Just enough OpenAPI for kubectl: that every resource takes `fieldValidation`, so that it leaves validation to us.

import type { JsonObject } from '../json/json.ts';
import type { Storage } from '../store/storage.ts';
import { groupVersions } from './discovery.ts';
import { apiVersionOf } from './resource-definition.ts';

const INFO = { title: 'Kubernetes', version: 'testkit' };

export function openapiDocument(storage: Storage, path: string): JsonObject | undefined {
  if (path === '/openapi/v2') return { swagger: '2.0', info: INFO, paths: {}, definitions: {} };
  const byRoot = groupVersions(storage).map((version) => [rootOf(version), version] as const);
  if (path === '/openapi/v3') {
    const paths = byRoot.map(([root]) => [root, { serverRelativeURL: `/openapi/v3/${root}` }]);
    return { paths: Object.fromEntries(paths) };
  }
  const found = byRoot.find(([root]) => path === `/openapi/v3/${root}`);
  return found && { openapi: '3.0.0', info: INFO, paths: pathsOf(storage, found[1]), components: { schemas: {} } };
}

function rootOf({ group, version }: { group: string; version: string }): string {
  return group === '' ? `api/${version}` : `apis/${group}/${version}`;
}

function pathsOf(storage: Storage, wanted: { group: string; version: string }): JsonObject {
  const parameters = ['fieldManager', 'fieldValidation', 'dryRun'].map((name) => ({
    name,
    in: 'query',
    schema: { type: 'string', uniqueItems: true },
  }));
  const paths = [...storage.collections()].flatMap(({ definition: { group, version, kind, plural, namespaced } }) => {
    if (apiVersionOf({ group, version }) !== apiVersionOf(wanted)) return [];
    const inNamespace = namespaced ? '/namespaces/{namespace}' : '';
    const patch = {
      parameters,
      'x-kubernetes-action': 'patch',
      'x-kubernetes-group-version-kind': { group, version, kind },
    };
    return [[`/${rootOf(wanted)}${inNamespace}/${plural}/{name}`, { patch }] as const];
  });
  return Object.fromEntries(paths);
}
