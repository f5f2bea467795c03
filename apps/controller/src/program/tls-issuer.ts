// Makes and renews the TLS identity of the OVN databases and of all their clients, in two Secrets: one that the members
// read, and one with the authority's key that only the controller may read. Runs in the leader, before it connects.

import { type ApiError, type KubeClient, type KubeObject, mergePatchFor, type ResourceRef } from '@kube-ovn/kube';
import type { TlsIdentity } from '@kube-ovn/ovsdb-client';
import { DEFAULT_POLICY, type RotationPolicy, rotate, type StoredTls } from '@kube-ovn/pki';

export const TLS_SECRET = 'kube-ovn-tls';
export const AUTHORITY_SECRET = 'kube-ovn-tls-ca';

export interface TlsIssuerOptions {
  readonly client: KubeClient;
  readonly namespace: string;
  /** KUBE_OVN_TLS_ROTATION_INTERVAL, ms. */
  readonly intervalMs: number;
  readonly note: (facts: object, message: string) => void;
  readonly policy?: RotationPolicy;
  readonly now?: () => number;
}

const SECRETS: ResourceRef = { group: '', version: 'v1', plural: 'secrets', namespaced: true, kind: 'Secret' };
const RETRY_MS = 2_000;
const LONGEST_TIMER_MS = 3_600_000;
/** A rotation that meets another writer reads again. */
const ATTEMPTS = 5;

type Data = Readonly<Record<string, string>>;

export class TlsIssuer {
  readonly #options: TlsIssuerOptions;
  readonly #policy: RotationPolicy;
  #identity: TlsIdentity | undefined;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(options: TlsIssuerOptions) {
    this.#options = options;
    this.#policy = options.policy ?? { ...DEFAULT_POLICY, intervalMs: options.intervalMs };
  }

  /** For the OVSDB client: asked at every connect. */
  get identity(): TlsIdentity | undefined {
    return this.#identity;
  }

  /** Resolves when there is an identity; from then on it is renewed in time. */
  async start(signal: AbortSignal): Promise<void> {
    const done = Promise.withResolvers<void>();
    signal.addEventListener('abort', () => done.reject(signal.reason), { once: true });
    void this.#round(done.resolve);
    await done.promise;
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  /** Never rejects: the API server may be away for longer than any limit. */
  async #round(onIdentity: () => void): Promise<void> {
    const outcome = await this.#rotate().catch((error: unknown) => ({ error }));
    if (this.#stopped) return;
    if ('error' in outcome) this.#options.note({ err: outcome.error }, 'the TLS identity cannot be kept now');
    else onIdentity();
    const waitMs = 'error' in outcome ? RETRY_MS : outcome.nextAt - this.#now();
    this.#timer = setTimeout(() => void this.#round(onIdentity), Math.min(Math.max(waitMs, 1_000), LONGEST_TIMER_MS));
  }

  async #rotate(): Promise<{ readonly nextAt: number }> {
    for (let attempt = 1; ; attempt++) {
      const [tls, authority] = await Promise.all([this.#read(TLS_SECRET), this.#read(AUTHORITY_SECRET)]);
      const step = rotate(storedOf(tls, authority), this.#now(), this.#policy);
      const { trusted, certificate, key, authorityKeys } = step.stored;
      // First the key of the authority: what it has signed must never be in use while the key can still be lost.
      const conflict =
        (await this.#write(AUTHORITY_SECRET, authority, { cacert: trusted, cakey: authorityKeys })) ??
        (await this.#write(TLS_SECRET, tls, { cacert: trusted, cert: certificate, key }));
      if (conflict && attempt < ATTEMPTS) continue;
      if (conflict) throw conflict;
      if (step.reasons.length > 0) this.#options.note({ reasons: step.reasons }, 'the TLS identity is renewed');
      this.#identity = { ca: trusted, cert: certificate, key };
      return step;
    }
  }

  async #read(name: string): Promise<KubeObject | undefined> {
    const answer = await this.#options.client.get(SECRETS, name, this.#options.namespace);
    if (answer.ok) return answer.value;
    if (answer.error.status === 404) return undefined;
    throw answer.error;
  }

  /** The conflict with another writer, if any. */
  async #write(name: string, before: KubeObject | undefined, texts: Data): Promise<ApiError | undefined> {
    const { client, namespace } = this.#options;
    const data = Object.fromEntries(
      Object.entries(texts).map(([key, text]) => [key, Buffer.from(text).toString('base64')]),
    );
    const patch = before && mergePatchFor({ data: before.data ?? {} }, { data: { ...(before.data as Data), ...data } });
    if (before && !patch) return undefined;
    const { resourceVersion } = before?.metadata ?? {};
    const answer = patch
      ? await client.mergePatch(SECRETS, name, namespace, { ...patch, metadata: { resourceVersion } })
      : await client.create(SECRETS, {
          apiVersion: 'v1',
          kind: 'Secret',
          metadata: { name, namespace },
          type: 'Opaque',
          data,
        });
    if (answer.ok) return undefined;
    if (answer.error.status === 409) return answer.error;
    throw answer.error;
  }

  #now(): number {
    return this.#options.now?.() ?? Date.now();
  }
}

function storedOf(tls: KubeObject | undefined, authority: KubeObject | undefined): StoredTls {
  const text = (object: KubeObject | undefined, key: string) =>
    Buffer.from((object?.data as Data | undefined)?.[key] ?? '', 'base64').toString();
  // The members' Secret may know authorities that ours does not: those of an installation before us.
  const [ours, theirs] = [text(authority, 'cacert'), text(tls, 'cacert')];
  return {
    trusted: ours === '' ? theirs : ours,
    certificate: text(tls, 'cert'),
    key: text(tls, 'key'),
    authorityKeys: text(authority, 'cakey'),
  };
}
