import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { loadConfig } from './load-config.ts';

function directory(files: Readonly<Record<string, string>>): string {
  const path = mkdtempSync(join(tmpdir(), 'kube-config-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(path, name, '..'), { recursive: true });
    writeFileSync(join(path, name), text);
  }
  return path;
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

const TWO_CONTEXTS = `
apiVersion: v1
kind: Config
current-context: first
contexts:
- { name: first, context: { cluster: c1, user: u1, namespace: ns1 } }
- { name: second, context: { cluster: c2, user: u2 } }
clusters:
- { name: c1, cluster: { server: "https://one:6443", certificate-authority-data: ${base64('CA')}, tls-server-name: api } }
- { name: c2, cluster: { server: "https://two:6443", insecure-skip-tls-verify: true, certificate-authority: pki/ca.crt } }
users:
- { name: u1, user: { token: secret } }
- { name: u2, user: { client-certificate: pki/me.crt, client-key-data: ${base64('KEY')} } }
- { name: u3, user: { exec: { command: aws } } }
`;

describe('kubeconfig', () => {
  test('current context, inline data', async () => {
    const path = directory({ config: TWO_CONTEXTS });
    const config = await loadConfig({ kubeconfig: join(path, 'config') });
    expect(config).toMatchObject({ server: 'https://one:6443', namespace: 'ns1' });
    expect(config.tls).toEqual({ ca: 'CA', cert: undefined, key: undefined, serverName: 'api', insecure: false });
    expect(config.token?.()).toBe('secret');
  });

  test('named context, files beside the kubeconfig, insecure', async () => {
    const path = directory({ config: TWO_CONTEXTS, 'pki/me.crt': 'CERT' });
    const config = await loadConfig({ kubeconfig: join(path, 'config'), context: 'second' });
    expect(config.tls).toMatchObject({ ca: undefined, cert: 'CERT', key: 'KEY', insecure: true });
    expect(config.token).toBeUndefined();
  });

  test('KUBECONFIG may list files; the first to name something wins', async () => {
    const over = 'current-context: second\nusers: [{ name: u2, user: { token: other } }]\n';
    const path = directory({ a: over, b: TWO_CONTEXTS });
    const env = { KUBECONFIG: `${path}/a:${path}/missing:${path}/b` };
    const config = await loadConfig({ env });
    expect(config.server).toBe('https://two:6443');
    expect(config.token?.()).toBe('other');
  });

  test.each([
    ['missing file', { kubeconfig: '/nowhere/config' }, /cannot read kubeconfig/],
    ['missing context', { context: 'third' }, /no context "third"/],
  ])('%s is told', async (_name, options, message) => {
    const path = directory({ config: TWO_CONTEXTS });
    await expect(loadConfig({ kubeconfig: join(path, 'config'), ...options })).rejects.toThrow(message);
  });

  test('what we cannot do is named', async () => {
    const path = directory({
      exec: TWO_CONTEXTS.replace('user: u1', 'user: u3'),
      proxy: TWO_CONTEXTS.replace('tls-server-name: api', 'proxy-url: http://p'),
      broken: 'a: [',
      empty: '',
    });
    const load = (name: string): Promise<unknown> => loadConfig({ kubeconfig: join(path, name) });
    await expect(load('exec')).rejects.toThrow('user "u3": exec credentials are not supported');
    await expect(load('proxy')).rejects.toThrow('proxy-url');
    await expect(load('broken')).rejects.toThrow('not YAML');
    await expect(load('empty')).rejects.toThrow('empty');
  });
});

describe('without a kubeconfig', () => {
  test('the service account of the pod', async () => {
    const path = directory({ token: 'sa-token\n', 'ca.crt': 'CA', namespace: 'kube-system\n' });
    const env = { KUBERNETES_SERVICE_HOST: 'fd00::1', KUBERNETES_SERVICE_PORT: '6443' };
    const config = await loadConfig({ env, serviceAccountDirectory: path });
    expect(config).toMatchObject({ server: 'https://[fd00::1]:6443', tls: { ca: 'CA' }, namespace: 'kube-system' });
    expect(config.token?.()).toBe('sa-token');
  });

  test('the home directory, else a message that says what was looked for', async () => {
    const path = directory({ '.kube/config': TWO_CONTEXTS });
    expect((await loadConfig({ env: { HOME: path } })).server).toBe('https://one:6443');
    await expect(loadConfig({ env: { HOME: '/nowhere' } })).rejects.toThrow('no API server configured');
  });
});
