import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CONTROLLER_CONFIG } from '@kube-ovn/controller';
import { DAEMON_CONFIG } from '@kube-ovn/daemon';
import type { KubeObject } from '@kube-ovn/kube';
import { CENTRAL_CONFIG } from '@kube-ovn/ovn-central';
import { NODE_CONFIG } from '@kube-ovn/ovs';
import { beforeAll, describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { generatedFiles } from './generated-files.ts';
import { COMBINATIONS } from './testing/combinations.ts';
import { differences } from './testing/differences.ts';
import { unknownFields } from './testing/known-fields.ts';
import { noHelm, render } from './testing/render.ts';
import { podTemplates } from './testing/workloads.ts';

const GOLDEN = join(import.meta.dirname, '../golden');

test('generated files are up to date: node e2e/chart/src/generate.ts', async () => {
  for (const { path, text } of generatedFiles()) expect(await readFile(path, 'utf8').catch(() => ''), path).toBe(text);
});

describe.skipIf(noHelm)(`renders${noHelm ? ` (${noHelm})` : ''}`, () => {
  let first: KubeObject[];
  beforeAll(async () => {
    first = await render(COMBINATIONS['ipv4-default']!);
  });

  test('the default render is the one that was reviewed', async () => {
    const text = first
      .filter(({ kind }) => kind !== 'CustomResourceDefinition')
      .map((object) => stringify(object, { lineWidth: 0 }))
      .join('---\n');
    await expect(text).toMatchFileSnapshot(join(GOLDEN, 'ipv4-default.yaml'));
  });

  test.each(Object.keys(COMBINATIONS).slice(1))('%s differs from it as reviewed', async (name) => {
    const text = differences(first, await render(COMBINATIONS[name]!));
    await expect(text).toMatchFileSnapshot(join(GOLDEN, `${name}.txt`));
  });

  describe.each(Object.keys(COMBINATIONS))('%s', (name) => {
    let objects: KubeObject[];
    beforeAll(async () => {
      objects = await render(COMBINATIONS[name]!);
    });

    test('every field is one that Kubernetes knows', () => {
      expect(objects.flatMap(unknownFields)).toEqual([]);
    });

    test('names are unique, and each is in the namespace it belongs to', () => {
      const names = objects.map(({ kind, metadata }) => `${kind}/${metadata.name}`);
      expect(names).toEqual([...new Set(names)]);
    });

    test('mounts have volumes, volumes have mounts, accounts exist', () => {
      const accounts = objects.filter(({ kind }) => kind === 'ServiceAccount').map(({ metadata }) => metadata.name);
      for (const { owner, spec } of podTemplates(objects)) {
        const volumes = (spec.volumes ?? []).map((volume) => volume.name).sort();
        const mounts = [...(spec.initContainers ?? []), ...spec.containers].flatMap(
          ({ volumeMounts = [] }) => volumeMounts,
        );
        expect([...new Set(mounts.map((mount) => mount.name))].sort(), owner).toEqual(volumes);
        if (spec.serviceAccountName) expect(accounts, owner).toContain(spec.serviceAccountName);
      }
    });

    test('Services select pods that exist, on ports that they have', () => {
      const templates = podTemplates(objects);
      for (const service of objects.filter(({ kind }) => kind === 'Service')) {
        const { selector, ports } = service.spec as {
          selector: Record<string, string>;
          ports: { targetPort: unknown }[];
        };
        const found = templates.find(({ labels }) => labels.app === selector.app);
        expect(found, service.metadata.name).toBeDefined();
        const open = found!.spec.containers.flatMap((container) => container.ports ?? []);
        for (const { targetPort } of ports) {
          expect(
            open.some(({ name: port, containerPort }) => port === targetPort || containerPort === targetPort),
          ).toBe(true);
        }
      }
    });

    test('the programs understand their arguments and their environment', () => {
      const containers = podTemplates(objects).flatMap(({ spec }) => spec.containers);
      const argumentsOf = (container: string) =>
        (containers.find((one) => one.name === container)?.args ?? []).map((text) =>
          text.replaceAll(/\$\(\w+_HOST\)/g, '10.96.0.7'),
        );
      const env = { POD_NAME: 'p', NODE_NAME: 'n', POD_IPS: '10.0.0.1' };
      const controller = CONTROLLER_CONFIG.parse(argumentsOf('kube-ovn-controller'), env);
      const daemon = DAEMON_CONFIG.parse(argumentsOf('cni-server'), env);
      const environment = (name: string) => {
        const given = containers.find((one) => one.name === name)?.env ?? [];
        const known = Object.fromEntries(
          given.map((one) => [one.name, one.value?.replaceAll(/\$\(\w+_HOST\)/g, '10.96.0.7')]),
        );
        return { ...known, NODE_NAME: 'n', POD_IP: '10.0.0.1' };
      };
      const central = CENTRAL_CONFIG.parse([], environment('ovn-central'));
      const node = NODE_CONFIG.parse([], environment('openvswitch'));
      expect(central.ok ? [] : central.error).toEqual([]);
      expect(node.ok ? [] : node.error).toEqual([]);
      expect(controller.ok ? [] : controller.error).toEqual([]);
      expect(daemon.ok ? [] : daemon.error).toEqual([]);
    });
  });
});
