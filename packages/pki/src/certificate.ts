// Makes X.509 version 3 certificates with ECDSA P-256 keys: an authority that signs itself, and leaves signed by one.

import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto';
import { bitString, boolean, integer, marked, objectId, octetString, sequence, set, time, utf8String } from './der.ts';

/** A certificate and its key, both PEM. */
export interface Identity {
  readonly certificate: string;
  readonly key: string;
}

export interface Validity {
  /** Epoch ms. */
  readonly notBefore: number;
  readonly notAfter: number;
}

/** What Kubernetes needs besides: groups of a user, and servers that are called by address. */
export interface MoreNames {
  readonly organisation?: string;
  /** IPv4 or IPv6 without a dotted part. */
  readonly addresses?: readonly string[];
}

const ECDSA_WITH_SHA256 = sequence(objectId('1.2.840.10045.4.3.2'));
const DIGITAL_SIGNATURE = bitString(Buffer.from([0x80]), 7);
const CERTIFICATE_AND_LIST_SIGNING = bitString(Buffer.from([0x06]), 1);

export function issueAuthority(commonName: string, validity: Validity): Identity {
  const key = newKey();
  const name = distinguishedName(commonName);
  const extensions = [
    extension('2.5.29.19', true, sequence(boolean(true), integer(0))),
    extension('2.5.29.15', true, CERTIFICATE_AND_LIST_SIGNING),
    extension('2.5.29.14', false, octetString(keyId(key.publicKey))),
  ];
  return { certificate: certificate(name, name, key.publicKey, key.privateKey, validity, extensions), key: pemOf(key) };
}

/** One certificate for both directions: every member of the closed system is client here and server there. */
export function issueLeaf(
  authority: Identity,
  authorityName: string,
  commonName: string,
  validity: Validity,
  dnsNames: readonly string[] = [commonName],
  { organisation, addresses = [] }: MoreNames = {},
): Identity {
  const key = newKey();
  const signer = createPrivateKey(authority.key);
  const extensions = [
    extension('2.5.29.19', true, sequence()),
    extension('2.5.29.15', true, DIGITAL_SIGNATURE),
    extension('2.5.29.37', false, sequence(objectId('1.3.6.1.5.5.7.3.1'), objectId('1.3.6.1.5.5.7.3.2'))),
    extension('2.5.29.14', false, octetString(keyId(key.publicKey))),
    extension('2.5.29.35', false, sequence(marked(0, false, keyId(createPublicKey(signer))))),
    extension(
      '2.5.29.17',
      false,
      sequence(
        ...dnsNames.map((name) => marked(2, false, Buffer.from(name))),
        ...addresses.map((address) => marked(7, false, addressBytes(address))),
      ),
    ),
  ];
  const issuer = distinguishedName(authorityName);
  const subject = distinguishedName(commonName, organisation);
  return { certificate: certificate(subject, issuer, key.publicKey, signer, validity, extensions), key: pemOf(key) };
}

function certificate(
  subject: Buffer,
  issuer: Buffer,
  publicKey: KeyObject,
  signer: KeyObject,
  { notBefore, notAfter }: Validity,
  extensions: readonly Buffer[],
): string {
  const body = sequence(
    marked(0, true, integer(2)),
    integer(serialNumber()),
    ECDSA_WITH_SHA256,
    issuer,
    sequence(time(notBefore), time(notAfter)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    marked(3, true, sequence(...extensions)),
  );
  const signature = sign('sha256', body, { key: signer, dsaEncoding: 'der' });
  return pem('CERTIFICATE', sequence(body, ECDSA_WITH_SHA256, bitString(signature)));
}

function newKey(): { readonly publicKey: KeyObject; readonly privateKey: KeyObject } {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' });
}

function pemOf({ privateKey }: { readonly privateKey: KeyObject }): string {
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

function distinguishedName(commonName: string, organisation?: string): Buffer {
  const named = (id: string, value: string) => set(sequence(objectId(id), utf8String(value)));
  const organisations = organisation === undefined ? [] : [named('2.5.4.10', organisation)];
  return sequence(...organisations, named('2.5.4.3', commonName));
}

function addressBytes(address: string): Buffer {
  if (!address.includes(':')) return Buffer.from(address.split('.').map(Number));
  const [head = '', tail] = address.split('::');
  const groups = (text: string) => text.split(':').filter(Boolean);
  const [before, after] = [groups(head), groups(tail ?? '')];
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  const bytes = Buffer.alloc(16);
  [...before, ...zeros, ...after].forEach((group, index) => {
    bytes.writeUInt16BE(Number.parseInt(group, 16), index * 2);
  });
  return bytes;
}

function extension(id: string, critical: boolean, value: Buffer): Buffer {
  return sequence(objectId(id), ...(critical ? [boolean(true)] : []), octetString(value));
}

function keyId(key: KeyObject): Buffer {
  return createHash('sha1')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest();
}

/** Positive and never empty: 127 random bits behind a one. */
function serialNumber(): Buffer {
  const bytes = randomBytes(16);
  bytes[0] = (bytes[0]! & 0x7f) | 0x40;
  return bytes;
}

function pem(label: string, der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}
