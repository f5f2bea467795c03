import { KubeClient } from '@kube-ovn/kube';
import { DEFAULT_POLICY, readCertificates } from '@kube-ovn/pki';
import { type ApiServer, startApiServer } from '@kube-ovn/testkit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AUTHORITY_SECRET, TLS_SECRET, TlsIssuer } from './tls-issuer.ts';

const SECRETS = { group: '', version: 'v1', plural: 'secrets', namespaced: true, kind: 'Secret' } as const;
const POLICY = { ...DEFAULT_POLICY, intervalMs: 1000 * 3_600_000 };

describe('TlsIssuer', () => {
  let api: ApiServer;
  let client: KubeClient;
  let now: number;
  beforeEach(async () => {
    now = Date.now();
    api = await startApiServer();
    client = new KubeClient({ server: api.url });
  });
  afterEach(async () => {
    client.close();
    await api.close();
  });

  async function run(): Promise<{ readonly identity: TlsIssuer['identity']; readonly notes: string[] }> {
    const notes: string[] = [];
    const note = (_: object, message: string) => void notes.push(message);
    const issuer = new TlsIssuer({
      ...{ client, namespace: 'kube-system', intervalMs: POLICY.intervalMs, policy: POLICY, note },
      now: () => now,
    });
    await issuer.start(new AbortController().signal);
    issuer.stop();
    return { identity: issuer.identity, notes };
  }

  async function secret(name: string): Promise<Record<string, string>> {
    const answer = await client.get(SECRETS, name, 'kube-system');
    if (!answer.ok) throw answer.error;
    const data = answer.value.data as Record<string, string>;
    return Object.fromEntries(Object.entries(data).map(([key, text]) => [key, Buffer.from(text, 'base64').toString()]));
  }

  test('makes both Secrets; the next start finds them and writes nothing', async () => {
    const { identity } = await run();
    const { cacert, cert, key } = await secret(TLS_SECRET);
    expect(identity).toEqual({ ca: cacert, cert, key });
    expect(Object.keys(await secret(AUTHORITY_SECRET))).toEqual(['cacert', 'cakey']);
    expect(await run()).toEqual({ identity, notes: [] });
  });

  test('renews in time, with the authority it had', async () => {
    const before = (await run()).identity!;
    now += POLICY.intervalMs;
    const { identity, notes } = await run();
    expect(notes).toEqual(['the TLS identity is renewed']);
    expect(identity!.ca).toBe(before.ca);
    expect(identity!.cert).not.toBe(before.cert);
  });

  test('an identity of an installation before us goes on being trusted', async () => {
    const before = (await run()).identity!;
    await client.delete(SECRETS, AUTHORITY_SECRET, 'kube-system');
    const { identity } = await run();
    expect(identity!.cert).toBe(before.cert);
    expect(readCertificates(identity!.ca)).toHaveLength(2);
  });
});
