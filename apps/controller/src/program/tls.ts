// Where the identity for `ssl:` endpoints comes from: our own issuer with ENABLE_SSL, else the files of a mounted Secret.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProgramContext } from '@kube-ovn/daemon-kit';
import type { KubeClient } from '@kube-ovn/kube';
import type { TlsIdentity } from '@kube-ovn/ovsdb-client';
import type { ControllerConfig } from '../config.ts';
import { TlsIssuer } from './tls-issuer.ts';

export interface TlsSource {
  /** Asked at every connect. */
  readonly identity: (() => TlsIdentity | undefined) | undefined;
  /** Resolves when there is an identity. */
  start(signal: AbortSignal): Promise<void>;
  stop(): void;
}

export function tlsSource({ config, log }: ProgramContext<ControllerConfig>, client: KubeClient): TlsSource {
  if (config.enableSsl) {
    const issuer = new TlsIssuer({
      client,
      namespace: config.podNamespace,
      intervalMs: config.tlsRotationInterval,
      note: (facts, message) => log.info(facts, message),
    });
    const identity = () => issuer.identity;
    return { identity, start: (signal) => issuer.start(signal), stop: () => issuer.stop() };
  }
  if (!config.northbound.some((endpoint) => endpoint.startsWith('ssl:'))) {
    return { identity: undefined, start: async () => {}, stop() {} };
  }
  let files: TlsIdentity | undefined;
  return {
    identity: () => files,
    start: async () => {
      files = await readTls(config.tlsDirectory);
    },
    stop() {},
  };
}

async function readTls(directory: string): Promise<TlsIdentity> {
  const read = (name: string) => readFile(join(directory, name), 'utf8');
  const [ca, cert, key] = await Promise.all([read('cacert'), read('cert'), read('key')]);
  return { ca, cert, key };
}
