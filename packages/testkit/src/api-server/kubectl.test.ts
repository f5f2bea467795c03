import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiServer, startApiServer } from './start-api-server.ts';

const run = promisify(execFile);
const KUBECTL = ['/usr/bin/kubectl', '/usr/local/bin/kubectl'].find((path) => existsSync(path));
if (!KUBECTL) console.log('skipped: no kubectl on this machine');

describe.skipIf(!KUBECTL)('kubectl', () => {
  let server: ApiServer;
  let folder: string;

  beforeAll(async () => {
    server = await startApiServer();
    folder = await mkdtemp(join(tmpdir(), 'kubectl-'));
    await writeFile(join(folder, 'kubeconfig'), server.kubeconfig());
    await writeFile(join(folder, 'objects.yaml'), OBJECTS);
    await writeFile(join(folder, 'box.yaml'), BOX);
  });

  afterAll(async () => {
    await server.close();
    await rm(folder, { recursive: true });
  });

  async function kubectl(command: string): Promise<string> {
    const env = { ...process.env, KUBECONFIG: join(folder, 'kubeconfig'), HOME: folder };
    const { stdout } = await run(KUBECTL ?? '', command.split(' '), { cwd: folder, env });
    return stdout.trim();
  }

  /** Cells of a printed table, ages cut off. */
  function table(text: string): string[][] {
    return text.split('\n').map((line) => line.split(/ {2,}/).map((cell) => cell.trim()));
  }

  test('applies, and applies again without a change', async () => {
    expect(await kubectl('apply -f objects.yaml')).toBe(
      'namespace/shop created\npod/web created\ndeployment.apps/web created\ncustomresourcedefinition.apiextensions.k8s.io/boxes.example.com created',
    );
    expect(await kubectl('apply -f box.yaml')).toBe('box.example.com/small created');
    expect(await kubectl('apply -f objects.yaml')).not.toContain('configured');
    expect(await kubectl('apply --server-side -f box.yaml')).toBe('box.example.com/small serverside-applied');
  });

  test('prints tables', async () => {
    const pods = table(await kubectl('get pods -n shop -o wide'));
    expect(pods[0]?.slice(0, 4)).toEqual(['NAME', 'READY', 'STATUS', 'RESTARTS']);
    expect(pods[1]?.slice(0, 4)).toEqual(['web', '0/1', 'Pending', '0']);
    expect(table(await kubectl('get bx'))[0]).toEqual(['NAME', 'SIZE', 'AGE']);
    expect(table(await kubectl('get bx'))[1]?.slice(0, 2)).toEqual(['small', '42']);
    expect(await kubectl('get ns shop -o name')).toBe('namespace/shop');
  });

  test('labels, annotates, patches and scales', async () => {
    expect(await kubectl('label pod web -n shop tier=front')).toBe('pod/web labeled');
    expect(await kubectl('annotate pod web -n shop note=x')).toBe('pod/web annotated');
    expect(await kubectl('get pods -n shop -l tier=front -o name')).toBe('pod/web');
    expect(await kubectl('patch box small --type=merge -p {"spec":{"size":7}}')).toBe('box.example.com/small patched');
    expect(await kubectl('get box small -o jsonpath={.spec.size}')).toBe('7');
    expect(await kubectl('patch pod web -n shop --subresource=status -p {"status":{"phase":"Running"}}')).toContain(
      'patched',
    );
    expect(await kubectl('scale deployment web -n shop --replicas=3')).toBe('deployment.apps/web scaled');
    expect(server.objects.get('deployments', 'web', 'shop')).toMatchObject({ spec: { replicas: 3 } });
  });

  test('describes', async () => {
    expect(await kubectl('describe pod web -n shop')).toMatch(/Name:\s+web\nNamespace:\s+shop/);
    expect(await kubectl('describe box small')).toMatch(/Kind:\s+Box/);
  });

  test('creates namespaces and asks for permission, both in protobuf', async () => {
    expect(await kubectl('create namespace made')).toBe('namespace/made created');
    expect(await kubectl('auth can-i create pods')).toBe('yes');
  });

  test('knows the resources and deletes', async () => {
    expect(await kubectl('api-resources --api-group=example.com -o name')).toBe('boxes.example.com');
    expect(await kubectl('delete box small')).toBe('box.example.com "small" deleted');
    expect(await kubectl('delete pod web -n shop')).toBe('pod "web" deleted');
    expect(await kubectl('delete namespace shop')).toBe('namespace "shop" deleted');
    expect(server.objects.get('namespaces', 'shop')).toBeUndefined();
  });
});

const OBJECTS = `
apiVersion: v1
kind: Namespace
metadata: { name: shop }
---
apiVersion: v1
kind: Pod
metadata: { name: web, namespace: shop }
spec: { containers: [{ name: web, image: web }] }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: shop }
spec:
  replicas: 1
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: web, image: web }] }
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: boxes.example.com }
spec:
  group: example.com
  scope: Cluster
  names: { kind: Box, plural: boxes, shortNames: [bx] }
  versions:
    - name: v1
      served: true
      storage: true
      additionalPrinterColumns:
        - { name: Size, type: integer, jsonPath: .spec.size }
        - { name: Age, type: date, jsonPath: .metadata.creationTimestamp }
      schema:
        openAPIV3Schema:
          type: object
          properties: { spec: { type: object, properties: { size: { type: integer } } } }
`;

const BOX = `
apiVersion: example.com/v1
kind: Box
metadata: { name: small }
spec: { size: 42 }
`;
