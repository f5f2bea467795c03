import { expect, test } from 'vitest';
import { debianPackage, npmPackage, spdxDocument, staticPackage } from './spdx.ts';

const nftables = debianPackage({
  ...{ architecture: 'amd64', name: 'nftables', version: '1:1.1.3+b1' },
  ...{ sha256: 'ab'.repeat(32), license: 'GPL-2.0-only' },
});
const zod = npmPackage({ name: 'zod', version: '4.6.7', integrity: 'sha512-q80=', license: 'MIT' });

test('packages by their URL and checksum', () => {
  expect(nftables.location).toBe('pkg:deb/debian/nftables@1:1.1.3%2Bb1?arch=amd64&distro=debian-13');
  expect(zod).toMatchObject({ location: 'pkg:npm/zod@4.6.7', checksum: { checksumValue: 'abcd' } });
  const scoped = npmPackage({ name: '@a/b', version: '1', integrity: '', license: 'MIT' });
  expect(scoped.location).toBe('pkg:npm/%40a/b@1');
});

test('a document that names every package once, and is the same each time', () => {
  const contents = [nftables, zod, staticPackage({ name: 'libquickjs', version: '1', license: 'MIT' })];
  const built = { image: 'docker.io/kubeovn/kube-ovn:1', digest: 'sha256:1', contents, created: new Date(0) };
  const document = spdxDocument(built) as { packages: { SPDXID: string }[]; relationships: unknown[] };
  expect(new Set(document.packages.map(({ SPDXID }) => SPDXID)).size).toBe(4);
  expect(document.relationships).toHaveLength(4);
  expect(spdxDocument(built)).toEqual(document);
});
