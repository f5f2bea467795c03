// URL paths of the Kubernetes REST API: where a resource, one object of it, or a subresource lives.

export interface ResourceRef {
  /** "" for the core group. */
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  readonly namespaced: boolean;
  readonly kind: string;
}

export type QueryValue = string | number | boolean | undefined;

const PLAIN = /^[A-Za-z0-9._~-]*$/;

export function collectionPath(ref: ResourceRef, namespace?: string): string {
  const base = ref.group === '' ? `/api/${ref.version}` : `/apis/${ref.group}/${ref.version}`;
  if (!ref.namespaced || namespace === undefined || namespace === '') return `${base}/${ref.plural}`;
  return `${base}/namespaces/${encode(namespace)}/${ref.plural}`;
}

export function objectPath(ref: ResourceRef, name: string, namespace?: string, subresource?: string): string {
  const path = `${collectionPath(ref, namespace)}/${encode(name)}`;
  return subresource === undefined ? path : `${path}/${subresource}`;
}

/** "?a=1&b=x", or "" when nothing is set. */
export function queryString(query: Readonly<Record<string, QueryValue>>): string {
  let text = '';
  for (const name in query) {
    const value = query[name];
    if (value === undefined || value === '') continue;
    text += `${text === '' ? '?' : '&'}${name}=${encode(String(value))}`;
  }
  return text;
}

export function apiVersionOf(ref: ResourceRef): string {
  return ref.group === '' ? ref.version : `${ref.group}/${ref.version}`;
}

function encode(text: string): string {
  return PLAIN.test(text) ? text : encodeURIComponent(text);
}
