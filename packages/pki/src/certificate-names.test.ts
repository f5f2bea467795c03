import { X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import { issueAuthority, issueLeaf } from './certificate.ts';

const VALIDITY = { notBefore: Date.parse('2026-01-01'), notAfter: Date.parse('2027-01-01') };

test('a certificate may name a group and addresses of both families', () => {
  const authority = issueAuthority('ca', VALIDITY);
  const leaf = issueLeaf(authority, 'ca', 'system:node:a', VALIDITY, ['a'], {
    organisation: 'system:nodes',
    addresses: ['172.18.0.2', 'fd00:172:18::2', '::1'],
  });
  const { subject, subjectAltName } = new X509Certificate(leaf.certificate);
  expect(subject).toBe('O=system:nodes\nCN=system:node:a');
  expect(subjectAltName).toBe(
    'DNS:a, IP Address:172.18.0.2, IP Address:FD00:172:18:0:0:0:0:2, IP Address:0:0:0:0:0:0:0:1',
  );
});
