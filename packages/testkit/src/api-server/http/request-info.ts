// What a request asks for: verb, resource, object. The path rules of the Kubernetes API, nothing else.
import type { IncomingMessage } from 'node:http';

export type Verb = 'get' | 'list' | 'watch' | 'create' | 'update' | 'patch' | 'delete' | 'deletecollection';

export interface ResourcePath {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
  readonly subresource: string | undefined;
}

export interface RequestInfo {
  readonly verb: Verb;
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly userAgent: string;
  readonly accept: string;
  /** Undefined for discovery, version and health. */
  readonly resource: ResourcePath | undefined;
}

export function requestInfo(request: IncomingMessage): RequestInfo {
  const url = request.url ?? '/';
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  const query = new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1));
  const resource = parseResourcePath(path, query);
  const method = request.method ?? 'GET';
  return {
    verb: verbOf(method, resource, query),
    method,
    path,
    query,
    userAgent: request.headers['user-agent'] ?? '',
    accept: request.headers.accept ?? '',
    resource,
  };
}

function parseResourcePath(path: string, query: URLSearchParams): ResourcePath | undefined {
  const parts = path.split('/').filter((step) => step !== '');
  const [root, ...steps] = path.includes('%') ? parts.map(decodeURIComponent) : parts;
  if (root !== 'api' && root !== 'apis') return undefined;
  const group = root === 'api' ? '' : (steps.shift() ?? '');
  const version = steps.shift();
  // The deprecated watch prefix: the rest of the path is that of the list.
  if (steps[0] === 'watch') {
    steps.shift();
    query.set('watch', 'true');
  }
  if (version === undefined || steps[0] === undefined) return undefined;
  const isNamespaceItself = steps[0] !== 'namespaces' || steps.length < 3 || NAMESPACE_PARTS.has(steps[2] ?? '');
  const namespace = isNamespaceItself ? undefined : steps[1];
  const [plural = '', name, ...below] = isNamespaceItself ? steps : steps.slice(2);
  return { group, version, plural, namespace, name, subresource: below.length > 0 ? below.join('/') : undefined };
}

const NAMESPACE_PARTS = new Set(['status', 'finalize']);

function verbOf(method: string, resource: ResourcePath | undefined, query: URLSearchParams): Verb {
  switch (method) {
    case 'POST':
      return 'create';
    case 'PUT':
      return 'update';
    case 'PATCH':
      return 'patch';
    case 'DELETE':
      return resource?.name === undefined ? 'deletecollection' : 'delete';
    default:
      if (!resource) return 'get';
      if (isTrue(query.get('watch'))) return 'watch';
      return resource.name === undefined ? 'list' : 'get';
  }
}

export function isTrue(text: string | null): boolean {
  return text === 'true' || text === '1' || text === '';
}

export const WRITES: ReadonlySet<Verb> = new Set<Verb>(['create', 'update', 'patch', 'delete', 'deletecollection']);
