import { KubeClient, Reflector } from '@kube-ovn/kube';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { configMap } from './contract/contract-world.ts';
import { type ApiServer, startApiServer } from './start-api-server.ts';

const CONFIG_MAPS = { group: '', version: 'v1', plural: 'configmaps', namespaced: true, kind: 'ConfigMap' };

describe("the project's reflector against this server", () => {
  let server: ApiServer;
  let reflector: Reflector;

  beforeEach(async () => {
    server = await startApiServer();
    const client = new KubeClient({ server: server.url });
    const fast = { minBackoffMs: 1, maxBackoffMs: 5 };
    reflector = new Reflector({ client, ref: CONFIG_MAPS, pageSize: 3, ...fast });
    reflector.start();
    await reflector.synced();
  });

  afterEach(async () => {
    await reflector.stop();
    await server.close();
  });

  const put = (index: number) => {
    const name = `c${index % 10}`;
    const exists = server.objects.get('configmaps', name, 'default') !== undefined;
    if (!exists) server.objects.create(configMap(name));
    else if (index % 7 === 0) server.objects.delete('configmaps', name, 'default');
    else server.objects.patch('configmaps', name, 'default', { data: { key: String(index) } });
  };
  const versions = (objects: Iterable<{ metadata: { name: string; resourceVersion?: string } }>) =>
    [...objects].map(({ metadata }) => `${metadata.name} ${metadata.resourceVersion}`).sort();

  test.each<[string, (server: ApiServer) => void]>([
    ['cut watches', ({ faults }) => faults.cutWatches()],
    ['ended watches', ({ faults }) => faults.cutWatches({}, 'end')],
    [
      'an expired history',
      ({ faults }) => {
        faults.cutWatches();
        faults.expireHistory();
      },
    ],
    [
      'failing lists',
      ({ faults }) => {
        faults.failNext(2, 500, { verb: 'list' });
        faults.failNext(1, 410, { verb: 'watch' });
        faults.cutWatches();
      },
    ],
    [
      'refused connections',
      ({ faults }) => {
        faults.refuse(true);
        setImmediate(() => faults.refuse(false));
      },
    ],
  ])('has what the server has after %s', async (_what, fault) => {
    for (let index = 0; index < 120; index += 1) {
      put(index);
      if (index % 20 === 0) fault(server);
      // Gives the reflector turns in between, so that faults hit it in different states.
      if (index % 5 === 0) await new Promise(setImmediate);
    }
    await expect
      .poll(() => versions(reflector.store.values()), { timeout: 20_000 })
      .toEqual(versions(server.objects.list('configmaps')));
    await expect.poll(() => server.faults.openWatches(), { timeout: 20_000 }).toBe(1);
  });
});
