// The project's own kinds as a server serves them. Only tried (dry run), since a cluster may use them.
import { crdManifests, KINDS } from '@kube-ovn/crds';
import { beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../json/json.ts';
import { at } from './contract-client.ts';
import { installCrd, type World } from './contract-world.ts';

export function ownKindsContract(world: () => World): void {
  const path = (kind: keyof typeof KINDS) => `/apis/kubeovn.io/v1/${KINDS[kind].plural}`;
  const object = (kind: string, name: string, spec: object, more: object = {}) =>
    ({ apiVersion: 'kubeovn.io/v1', kind, metadata: { name }, spec, ...more }) as JsonObject;
  const tried = (kind: keyof typeof KINDS, body: JsonObject) => world().client.post(`${path(kind)}?dryRun=All`, body);

  describe('own kinds', () => {
    beforeAll(async () => {
      for (const crd of crdManifests()) await installCrd(world().client, crd as unknown as JsonObject);
    });

    test('are discovered with their names and subresources', async () => {
      const resources = (await world().client.get('/apis/kubeovn.io/v1')).body.resources as JsonObject[];
      for (const { plural, kind, shortNames, scope, hasStatus } of Object.values(KINDS)) {
        const found = resources.find(({ name }) => name === plural);
        expect(found).toMatchObject({ kind, shortNames, namespaced: scope === 'Namespaced' });
        expect(resources.some(({ name }) => name === `${plural}/status`)).toBe(hasStatus);
      }
    });

    test('keep what is known, and lose the rest', async () => {
      const spec = {
        cidrBlock: '10.250.0.0/24',
        excludeIps: ['10.250.0.1..10.250.0.9'],
        natOutgoing: true,
        invented: 1,
      };
      const { status, body } = await tried('Subnet', object('Subnet', 'contract', spec, { invented: 2 }));
      expect(status).toBe(201);
      expect(body.spec).toMatchObject({
        cidrBlock: '10.250.0.0/24',
        excludeIps: ['10.250.0.1..10.250.0.9'],
        natOutgoing: true,
      });
      expect([at(body, 'spec.invented'), body.invented]).toEqual([undefined, undefined]);
    });

    test.each([
      ['Subnet', { cidrBlock: 1 }, 'spec.cidrBlock'],
      ['Subnet', { cidrBlock: '10.250.0.0/24', excludeIps: 'none' }, 'spec.excludeIps'],
      ['Subnet', { cidrBlock: '10.250.0.0/24', natOutgoing: 'yes' }, 'spec.natOutgoing'],
      ['Vpc', { namespaces: [1] }, 'spec.namespaces[0]'],
      ['Vpc', { staticRoutes: [{ cidr: 5 }] }, 'spec.staticRoutes[0].cidr'],
      ['IP', { podName: 1 }, 'spec.podName'],
      ['IPPool', { subnet: 'a', ips: '10.0.0.1' }, 'spec.ips'],
    ] as const)('%s %j is refused', async (kind, spec, field) => {
      const { status, body } = await tried(kind, object(kind, 'contract', spec));
      expect([status, body.reason]).toEqual([422, 'Invalid']);
      expect((at(body, 'details.causes') as { field: string }[]).map((cause) => cause.field)).toContain(field);
    });

    test('take no status from their makers', async () => {
      const { body } = await tried('Vpc', object('Vpc', 'contract', {}, { status: { standby: true } }));
      expect(body.status).toBeUndefined();
    });
  });
}
