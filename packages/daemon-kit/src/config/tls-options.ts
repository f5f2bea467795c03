// The TLS flags of the contract (versions and Go's cipher names), read as what node:tls wants.

import type { SecureVersion } from 'node:tls';
import * as z from 'zod';
import type { ConfigShape } from './option-spec.ts';

const GROUP = 'TLS';

/** Go's secure suites. The TLS 1.3 names are the same in OpenSSL; Go does not let one choose among them, and neither does this list. */
const CIPHERS: Readonly<Record<string, string>> = {
  TLS_AES_128_GCM_SHA256: 'TLS_AES_128_GCM_SHA256',
  TLS_AES_256_GCM_SHA384: 'TLS_AES_256_GCM_SHA384',
  TLS_CHACHA20_POLY1305_SHA256: 'TLS_CHACHA20_POLY1305_SHA256',
  TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA: 'ECDHE-ECDSA-AES128-SHA',
  TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA: 'ECDHE-ECDSA-AES256-SHA',
  TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA: 'ECDHE-RSA-AES128-SHA',
  TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA: 'ECDHE-RSA-AES256-SHA',
  TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256: 'ECDHE-ECDSA-AES128-GCM-SHA256',
  TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384: 'ECDHE-ECDSA-AES256-GCM-SHA384',
  TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256: 'ECDHE-RSA-AES128-GCM-SHA256',
  TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384: 'ECDHE-RSA-AES256-GCM-SHA384',
  TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256: 'ECDHE-RSA-CHACHA20-POLY1305',
  TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256: 'ECDHE-ECDSA-CHACHA20-POLY1305',
};

/** "TLS12", "1.2", "TLS 1.2", "auto", "". */
export function parseTlsVersion(text: string): SecureVersion | 'auto' | undefined {
  const short = text.replace(/^TLS\s*/i, '').replace('.', '');
  if (text === '' || text === 'auto') return 'auto';
  return /^1[0-3]$/.test(short) ? (`TLSv1${short === '10' ? '' : `.${short[1]}`}` as SecureVersion) : undefined;
}

const version = z.string().transform((text, context): SecureVersion | undefined => {
  const parsed = parseTlsVersion(text);
  if (parsed === undefined) context.addIssue('expected TLS10, TLS11, TLS12, TLS13 or auto');
  return parsed === 'auto' ? undefined : parsed;
});

const ciphers = z.array(z.string()).transform((names, context): string | undefined => {
  for (const name of names) {
    if (!CIPHERS[name]) context.addIssue(`${name} is unknown or insecure`);
  }
  return names.length > 0 ? names.map((name) => CIPHERS[name]).join(':') : undefined;
});

export const TLS_OPTIONS = {
  tlsMinVersion: {
    flag: 'tls-min-version',
    schema: version,
    default: '',
    group: GROUP,
    help: 'Oldest TLS version to speak.',
  },
  tlsMaxVersion: {
    flag: 'tls-max-version',
    schema: version,
    default: '',
    group: GROUP,
    help: 'Newest TLS version to speak.',
  },
  tlsCiphers: {
    flag: 'tls-cipher-suites',
    schema: ciphers,
    default: [],
    group: GROUP,
    help: 'Cipher suites by their Go names; insecure ones are refused.',
  },
} as const satisfies ConfigShape;
