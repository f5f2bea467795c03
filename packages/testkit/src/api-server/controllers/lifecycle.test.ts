import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { configMap, pod } from '../contract/contract-world.ts';
import { ApiFailure } from '../failure.ts';
import { type ApiServer, startApiServer } from '../start-api-server.ts';

describe('what controllers of a real cluster do', () => {
  let server: ApiServer;

  beforeEach(async () => {
    server = await startApiServer();
  });
  afterEach(() => server.close());

  const inNamespace = (object: object, namespace: string, metadata: object = {}) => {
    const given = object as { metadata: object };
    return { ...given, metadata: { ...given.metadata, namespace, ...metadata } };
  };
  const ownedBy = (...owners: { metadata: { name: string; uid: string } }[]) => ({
    ownerReferences: owners.map(({ metadata: { name, uid } }) => ({ apiVersion: 'v1', kind: 'ConfigMap', name, uid })),
  });
  const created = (object: object) => server.objects.create(object) as { metadata: { name: string; uid: string } };
  const exists = (name: string) => server.objects.get('configmaps', name, 'default') !== undefined;

  describe('namespace', () => {
    test('goes with its content, and when the content is gone', () => {
      server.objects.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'n' } });
      server.objects.create(inNamespace(configMap('a'), 'n'));
      server.objects.create(inNamespace(pod('running', { nodeName: 'x' }), 'n'));
      server.objects.delete('namespaces', 'n');
      expect(server.objects.get('configmaps', 'a', 'n')).toBeUndefined();
      expect(server.objects.get('namespaces', 'n')).toMatchObject({ status: { phase: 'Terminating' } });
      expect(() => server.objects.create(inNamespace(configMap('late'), 'n'))).toThrow(ApiFailure);
      server.objects.delete('pods', 'running', 'n', { gracePeriodSeconds: 0 });
      expect(server.objects.get('namespaces', 'n')).toBeUndefined();
    });

    test('without content goes at once', () => {
      server.objects.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'empty' } });
      server.objects.delete('namespaces', 'empty');
      expect(server.objects.get('namespaces', 'empty')).toBeUndefined();
    });
  });

  describe('owner references', () => {
    test('dependents follow their owner, and theirs follow them', () => {
      const owner = created(configMap('owner'));
      const child = created(inNamespace(configMap('child'), 'default', ownedBy(owner)));
      created(inNamespace(configMap('grandchild'), 'default', ownedBy(child)));
      server.objects.delete('configmaps', 'owner', 'default');
      expect([exists('child'), exists('grandchild')]).toEqual([false, false]);
    });

    test('a second owner keeps the dependent', () => {
      const [one, two] = [created(configMap('one')), created(configMap('two'))];
      created(inNamespace(configMap('shared'), 'default', ownedBy(one, two)));
      server.objects.delete('configmaps', 'one', 'default');
      expect(server.objects.get('configmaps', 'shared', 'default')?.metadata.ownerReferences).toHaveLength(1);
      server.objects.delete('configmaps', 'two', 'default');
      expect(exists('shared')).toBe(false);
    });

    test('orphaned dependents stay', () => {
      const owner = created(configMap('owner'));
      created(inNamespace(configMap('child'), 'default', ownedBy(owner)));
      server.objects.delete('configmaps', 'owner', 'default', { propagationPolicy: 'Orphan' });
      expect(exists('owner')).toBe(false);
      expect(server.objects.get('configmaps', 'child', 'default')?.metadata.ownerReferences).toBeUndefined();
    });

    test('in the foreground the owner waits for its dependents', () => {
      const owner = created(configMap('owner'));
      created(inNamespace(configMap('child'), 'default', { ...ownedBy(owner), finalizers: ['x.y/hold'] }));
      server.objects.delete('configmaps', 'owner', 'default', { propagationPolicy: 'Foreground' });
      expect(exists('owner')).toBe(true);
      server.objects.patch('configmaps', 'child', 'default', { metadata: { finalizers: null } });
      expect([exists('owner'), exists('child')]).toEqual([false, false]);
    });
  });

  describe('pods', () => {
    test('a finished pod needs no grace', () => {
      server.objects.create(pod('done', { nodeName: 'x' }));
      server.objects.patch('pods', 'done', 'default', { status: { phase: 'Succeeded' } }, { subresource: 'status' });
      expect(server.objects.delete('pods', 'done', 'default')).toBe(true);
    });

    test('a finalizer outlives the grace period', () => {
      server.objects.create(inNamespace(pod('held', { nodeName: 'x' }), 'default', { finalizers: ['x.y/hold'] }));
      expect(server.objects.delete('pods', 'held', 'default')).toBe(false);
      server.objects.patch('pods', 'held', 'default', { metadata: { finalizers: null } });
      expect(server.objects.get('pods', 'held', 'default')).toBeDefined();
      expect(server.objects.delete('pods', 'held', 'default', { gracePeriodSeconds: 0 })).toBe(true);
    });
  });

  test('a CRD takes its objects along', () => {
    const names = { kind: 'Thing', plural: 'things' };
    const version = { name: 'v1', served: true, storage: true };
    server.objects.create({
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'things.x.y' },
      spec: { group: 'x.y', scope: 'Cluster', names, versions: [version] },
    });
    const thing = { apiVersion: 'x.y/v1', kind: 'Thing', metadata: { name: 'a', finalizers: ['x.y/hold'] } };
    server.objects.create(thing);
    expect(server.objects.delete('customresourcedefinitions', 'things.x.y')).toBe(false);
    server.objects.patch('things.x.y', 'a', undefined, { metadata: { finalizers: null } });
    expect(server.objects.list('CustomResourceDefinition')).toEqual([]);
    expect(() => server.objects.list('things.x.y')).toThrow(ApiFailure);
  });
});
