// The short spelling of objects: `Kind name: content`. What is meant is the whole object; the short form leaves out what
// every object of the kind has.

import { stringify } from 'yaml';

export interface ScenarioObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly [field: string]: unknown;
  };
  readonly spec?: unknown;
  readonly status?: unknown;
}

type Fields = Readonly<Record<string, unknown>>;

const DOMAIN = 'ovn.kubernetes.io/';
const CONTAINERS = [{ name: 'c', image: 'i' }];

const BUILTIN: Readonly<
  Record<string, (fields: Fields) => Pick<ScenarioObject, 'spec' | 'status'> & { meta?: Fields }>
> = {
  Pod({ on, hostNetwork, phase, reason, grace, restart, labels, owner, ...annotations }) {
    return {
      meta: { labels, annotations: inDomain(annotations), ...(owner === undefined ? {} : { owner }) },
      spec: defined({
        nodeName: on,
        hostNetwork,
        containers: CONTAINERS,
        terminationGracePeriodSeconds: grace,
        restartPolicy: restart,
      }),
      ...(phase === undefined ? {} : { status: defined({ phase, reason }) }),
    };
  },
  Node({ address, addresses, ready = true, labels, annotations }) {
    const list = (addresses ?? (address === undefined ? [] : [address])) as readonly string[];
    return {
      meta: { labels, annotations },
      status: {
        addresses: list.map((text) => ({ type: 'InternalIP', address: text })),
        conditions: [{ type: 'Ready', status: ready === true ? 'True' : 'False' }],
      },
    };
  },
  Namespace: ({ labels }) => ({ meta: { labels } }),
  StatefulSet: workload,
  Deployment: workload,
};

function workload({ replicas = 1, start, template, ...annotations }: Fields) {
  return {
    meta: { annotations: inDomain(annotations) },
    spec: defined({
      replicas,
      ordinals: start === undefined ? undefined : { start },
      selector: { matchLabels: { app: 'x' } },
      template: {
        metadata: { labels: { app: 'x' }, annotations: inDomain((template ?? {}) as Fields) },
        spec: { containers: CONTAINERS },
      },
    }),
  };
}

const VERSIONS: Readonly<Record<string, string>> = {
  Pod: 'v1',
  Node: 'v1',
  Namespace: 'v1',
  StatefulSet: 'apps/v1',
  Deployment: 'apps/v1',
};
const NAMESPACED = new Set(['Pod', 'StatefulSet', 'Deployment']);

/** The objects of a step's content: whole ones, or a mapping of short ones. */
export function objectsOf(content: unknown): ScenarioObject[] {
  if (Array.isArray(content)) return content.flatMap(objectsOf);
  if (typeof content !== 'object' || content === null) throw new Error('objects are written as `Kind name: { ... }`');
  if ('kind' in content) return [content as ScenarioObject];
  return Object.entries(content).map(([title, fields]) => shortObject(title, (fields ?? {}) as Fields));
}

function shortObject(title: string, fields: Fields): ScenarioObject {
  const [kind = '', name] = title.split(' ');
  if (name === undefined) throw new Error(`"${title}": objects are written as \`Kind name: { ... }\``);
  const made = BUILTIN[kind]?.(fields) ?? { spec: fields };
  const { meta = {}, spec, status } = made;
  return {
    apiVersion: VERSIONS[kind] ?? 'kubeovn.io/v1',
    kind,
    metadata: { ...identityOf(kind, name), ...defined(meta) },
    ...(spec === undefined ? {} : { spec }),
    ...(status === undefined ? {} : { status }),
  };
}

/** `ns/name` or `name`; namespaced kinds live in `default` unless they say otherwise. */
export function identityOf(kind: string, name: string): { name: string; namespace?: string } {
  const slash = name.indexOf('/');
  if (slash >= 0) return { namespace: name.slice(0, slash), name: name.slice(slash + 1) };
  return NAMESPACED.has(kind) ? { name, namespace: 'default' } : { name };
}

/** Names without a domain are annotations of the contract; a value that is no text is written as one. */
function inDomain(annotations: Fields): Record<string, string> | undefined {
  const entries = Object.entries(annotations).map(([key, value]) => [
    key.includes('/') ? key : DOMAIN + key,
    typeof value === 'string' ? value : stringify(value).trim(),
  ]);
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function defined(fields: Fields): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
