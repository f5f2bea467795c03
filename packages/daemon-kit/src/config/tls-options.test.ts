import { createSecureContext } from 'node:tls';
import { expect, test } from 'vitest';
import { defineConfig } from './define-config.ts';
import { parseTlsVersion, TLS_OPTIONS } from './tls-options.ts';

test.each([
  ['', 'auto'],
  ['auto', 'auto'],
  ['TLS10', 'TLSv1'],
  ['TLS12', 'TLSv1.2'],
  ['1.2', 'TLSv1.2'],
  ['TLS 1.3', 'TLSv1.3'],
  ['TLS14', undefined],
  ['SSL3', undefined],
])('version %j is %s', (text, expected) => {
  expect(parseTlsVersion(text)).toBe(expected);
});

const config = defineConfig(TLS_OPTIONS);

test('Go cipher names become OpenSSL ones that node:tls takes', () => {
  const names = TLS_OPTIONS.tlsCiphers.schema;
  const argument = '--tls-cipher-suites=TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA';
  const parsed = config.parse([argument], {});
  const ciphers = parsed.ok ? parsed.value.tlsCiphers : '';
  expect(ciphers).toBe('ECDHE-RSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES256-SHA');
  expect(() => createSecureContext({ ciphers })).not.toThrow();
  expect(names.parse([])).toBeUndefined();
});

test('insecure ciphers are refused', () => {
  const parsed = config.parse(['--tls-cipher-suites=TLS_RSA_WITH_RC4_128_SHA'], {});
  expect(parsed).toMatchObject({ ok: false });
});
