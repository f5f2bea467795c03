import type { KubeObject } from '@kube-ovn/kube';
import { expect, test } from 'vitest';
import { callsOf } from './audit.ts';
import { compare } from './compare.ts';

const objects: KubeObject[] = [
  {
    kind: 'Role',
    metadata: { name: 'ovn', namespace: 'kube-system' },
    rules: [
      { apiGroups: [''], resources: ['secrets'], resourceNames: ['tls', 'ca'], verbs: ['get'] },
      { apiGroups: [''], resources: ['events'], verbs: ['patch'] },
    ],
  },
  {
    kind: 'RoleBinding',
    metadata: { name: 'ovn', namespace: 'kube-system' },
    roleRef: { kind: 'Role', name: 'ovn' },
    subjects: [{ name: 'ovn' }],
  },
];

const event = (verb: string, objectRef: object, code = 200, account = 'ovn') =>
  JSON.stringify({
    verb,
    user: { username: `system:serviceaccount:kube-system:${account}` },
    objectRef,
    responseStatus: { code },
  });
const secret = (name: string, namespace = 'kube-system') => ({ resource: 'secrets', namespace, name });

function found(...lines: string[]) {
  return compare('ovn', objects, callsOf(lines.join('\n'), 'kube-system'), new Set(['patch events']));
}

test('all that is granted is used, and nothing else', () => {
  expect(found(event('get', secret('tls')), event('get', secret('ca')))).toEqual({ missing: [], unused: [] });
});

test('a name that nobody asks for is not needed', () => {
  expect(found(event('get', secret('tls'))).unused).toEqual(['get secrets ca in kube-system']);
});

test('another name, another namespace and another verb are missing', () => {
  const { missing } = found(
    event('get', secret('other')),
    event('get', secret('tls', 'default')),
    event('list', { resource: 'subnets', apiGroup: 'kubeovn.io' }),
    event('delete', secret('ca'), 403),
  );
  expect(missing).toEqual([
    'delete secrets kube-system/ca',
    'get secrets default/tls',
    'get secrets kube-system/other',
    'list subnets.kubeovn.io /',
  ]);
});

test('what is refused although it is granted came without roles', () => {
  expect(found(event('get', secret('tls'), 403), event('get', secret('ca')))).toEqual({ missing: [], unused: [] });
});

test('other accounts and an unfinished line are left out', () => {
  const lines = [event('delete', secret('tls'), 200, 'other'), '{"verb":"del'];
  expect(callsOf(lines.join('\n'), 'kube-system').filter(({ account }) => account === 'ovn')).toEqual([]);
});
