// Pods as schedulers, kubelets and this project see them: binding, selection by node, what may change and who may say it.
import { describe, expect, test } from 'vitest';
import { at, names, STRATEGIC } from './contract-client.ts';
import { pod, type World } from './contract-world.ts';

export function podContract(world: () => World): void {
  function bind(name: string, node: string) {
    const { client, pods } = world();
    const binding = { apiVersion: 'v1', kind: 'Binding', metadata: { name }, target: { kind: 'Node', name: node } };
    return client.post(`${pods}/${name}/binding`, binding);
  }

  describe('pod', () => {
    test('is bound to a node once', async () => {
      const { client, pods } = world();
      await client.post(pods, pod('bound'));
      const { status, body } = await bind('bound', 'contract-node');
      expect([status, body.kind, body.status]).toEqual([201, 'Status', 'Success']);
      const bound = (await client.get(`${pods}/bound`)).body;
      expect(at(bound, 'spec.nodeName')).toBe('contract-node');
      const conditions = at(bound, 'status.conditions') as { type: string; status: string }[];
      expect(conditions).toContainEqual(expect.objectContaining({ type: 'PodScheduled', status: 'True' }));
      const again = await bind('bound', 'another-node');
      expect([again.status, again.body.reason]).toEqual([409, 'Conflict']);
      expect((await bind('nobody', 'contract-node')).status).toBe(404);
    });

    test('enters a watch of its node by being bound', async () => {
      const { client, pods } = world();
      const selection = `fieldSelector=${encodeURIComponent('spec.nodeName=watched-node')}`;
      const list = await client.get(`${pods}?${selection}`);
      const watch = await client.watch(
        `${pods}?${selection}&resourceVersion=${at(list.body, 'metadata.resourceVersion')}`,
      );
      await client.post(pods, pod('elsewhere', { nodeName: 'unwatched-node' }));
      await client.post(pods, pod('entering'));
      await bind('entering', 'watched-node');
      await client.patch(`${pods}/entering`, { metadata: { annotations: { a: 'b' } } });
      expect(await watch.take(2)).toEqual(['ADDED entering', 'MODIFIED entering']);
    });

    test('is selected by phase', async () => {
      const { client, pods } = world();
      await client.post(pods, pod('phase-a', { nodeName: 'phases' }));
      await client.post(pods, pod('phase-b', { nodeName: 'phases' }));
      await client.patch(`${pods}/phase-b/status`, { status: { phase: 'Succeeded' } });
      const selector = (phase: string) => encodeURIComponent(`spec.nodeName=phases,status.phase${phase}`);
      expect(names(await client.get(`${pods}?fieldSelector=${selector('=Pending')}`))).toEqual(['phase-a']);
      expect(names(await client.get(`${pods}?fieldSelector=${selector('!=Pending')}`))).toEqual(['phase-b']);
    });

    test('keeps its spec, but for images', async () => {
      const { client, pods } = world();
      await client.post(pods, pod('fixed', { nodeName: 'here' }));
      const path = `${pods}/fixed`;
      for (const spec of [{ nodeName: 'there' }, { hostNetwork: true }, { restartPolicy: 'Never' }]) {
        const { status, body } = await client.patch(path, { spec });
        expect([status, body.reason, at(body, 'details.causes.0.field')]).toEqual([422, 'Invalid', 'spec']);
      }
      const image = { spec: { containers: [{ name: 'main', image: 'registry.example.com/next' }] } };
      expect((await client.patch(path, image, STRATEGIC)).status).toBe(200);
    });

    test('has no generation that labels, annotations or status move', async () => {
      const { client, pods } = world();
      const made = await client.post(pods, pod('plain-generation', { nodeName: 'here' }));
      const path = `${pods}/plain-generation`;
      const annotated = await client.patch(path, { metadata: { annotations: { a: 'b' } } });
      const started = await client.patch(`${path}/status`, { status: { phase: 'Running' } });
      const generations = [made, annotated, started].map(({ body }) => at(body, 'metadata.generation'));
      expect(new Set(generations).size).toBe(1);
    });

    test('is annotated by one who knows an older state', async () => {
      const { client, pods } = world();
      await client.post(pods, pod('patched', { nodeName: 'here' }));
      const path = `${pods}/patched`;
      await client.patch(path, { metadata: { annotations: { a: '1', b: '2' } } });
      const { body } = await client.patch(path, { metadata: { annotations: { b: null, c: '3' } } });
      expect(at(body, 'metadata.annotations')).toEqual({ a: '1', c: '3' });
      const last = await client.patch(path, { metadata: { annotations: { a: null, c: null } } });
      expect(at(last.body, 'metadata.annotations')).toBeUndefined();
    });

    test('that ends is shown with its deletion time until it is gone', async () => {
      const { client, pods } = world();
      await client.post(pods, pod('ending', { nodeName: 'here', terminationGracePeriodSeconds: 30 }));
      const list = await client.get(pods);
      const since = at(list.body, 'metadata.resourceVersion');
      const watch = await client.watch(`${pods}?fieldSelector=metadata.name%3Dending&resourceVersion=${since}`);
      await client.delete(`${pods}/ending`);
      const ending = await watch.next();
      expect([ending?.type, typeof at(ending, 'object.metadata.deletionTimestamp')]).toEqual(['MODIFIED', 'string']);
      await client.delete(`${pods}/ending?gracePeriodSeconds=0`);
      // The end of its time is a change of its own.
      const ended = await watch.next();
      expect([ended?.type, at(ended, 'object.metadata.deletionGracePeriodSeconds')]).toEqual(['MODIFIED', 0]);
      expect(await watch.take(1)).toEqual(['DELETED ending']);
    });
  });
}
