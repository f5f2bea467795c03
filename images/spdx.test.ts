import { expect, test } from 'vitest';
import { debianPackages, npmPackages, spdxDocument } from './spdx.ts';

const debian = 'nftables\t1.1.3-1\tamd64\tDebian Netfilter Team <team@example.org>\nlibc6\t2.41-12\tamd64\t\n';
const lockFile = JSON.stringify({
  packages: {
    '': { version: '1' },
    'packages/kube': { version: '1' },
    'node_modules/zod': { version: '4.6.7', license: 'MIT' },
    'node_modules/vitest': { version: '5.1.2', dev: true },
    'node_modules/@kube-ovn/kube': { link: true },
  },
});

test('Debian packages by their purl', () => {
  expect(debianPackages(debian)).toMatchObject([
    {
      name: 'nftables',
      supplier: 'Organization: Debian Netfilter Team',
      location: 'pkg:deb/debian/nftables@1.1.3-1?arch=amd64',
    },
    { name: 'libc6', supplier: 'NOASSERTION' },
  ]);
});

test('npm packages that are not for development', () => {
  expect(npmPackages(lockFile).map(({ location }) => location)).toEqual(['pkg:npm/zod@4.6.7']);
});

test('a document that names every package once, and is the same each time', () => {
  const built = { image: 'docker.io/kubeovn/kube-ovn:1', digest: 'sha256:1', debian, lockFile, created: new Date(0) };
  const document = spdxDocument(built) as { packages: { SPDXID: string }[]; relationships: unknown[] };
  expect(new Set(document.packages.map(({ SPDXID }) => SPDXID)).size).toBe(4);
  expect(document.relationships).toHaveLength(3);
  expect(spdxDocument(built)).toEqual(document);
});
