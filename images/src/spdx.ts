// What is in an image, as SPDX 2.3 JSON. Pure.

import { createHash } from 'node:crypto';
import { UNNAMED } from './debian-license.ts';
import type { LockedPackage } from './debian-lock.ts';
import type { NpmPackage } from './npm-package.ts';

export interface Package {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly supplier: string;
  /** Package URL. */
  readonly location: string;
  readonly checksum?: { readonly algorithm: 'SHA256' | 'SHA512'; readonly checksumValue: string };
}

export interface BuiltImage {
  readonly image: string;
  readonly digest: string;
  readonly contents: readonly Package[];
  readonly created: Date;
}

const NONE = 'NOASSERTION';

export function debianPackage({ name, version, architecture, sha256, license }: LockedPackage): Package {
  const location = `pkg:deb/debian/${purlPart(name)}@${purlPart(version)}?arch=${architecture}&distro=debian-13`;
  const checksum = { algorithm: 'SHA256', checksumValue: sha256 } as const;
  return { name, version, license, supplier: 'Organization: Debian', location, checksum };
}

export function npmPackage({ name, version, integrity, license }: NpmPackage): Package {
  const location = `pkg:npm/${name.split('/').map(purlPart).join('/')}@${purlPart(version)}`;
  const checksumValue = Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex');
  return { name, version, license, supplier: NONE, location, checksum: { algorithm: 'SHA512', checksumValue } };
}

/** Code of a Debian package that a compiler put into one of our binaries. */
export function staticPackage({ name, version, license }: Pick<Package, 'name' | 'version' | 'license'>): Package {
  const location = `pkg:deb/debian/${purlPart(name)}@${purlPart(version)}?distro=debian-13`;
  return { name, version, license, supplier: 'Organization: Debian', location };
}

export function spdxDocument({ image, digest, contents, created }: BuiltImage): object {
  const packages = contents.map(spdxPackage);
  const name = image.split('/').at(-1)!.split(':')[0]!;
  const hash = digest.replace(/^sha256:/, '');
  const top = spdxPackage({
    ...{ name, version: image.split(':').at(-1)!, license: 'Apache-2.0', supplier: 'Organization: Kube-OVN' },
    location: `pkg:oci/${name}@sha256%3A${hash}`,
    checksum: { algorithm: 'SHA256', checksumValue: hash },
  });
  return {
    spdxVersion: 'SPDX-2.3',
    dataLicense: 'CC0-1.0',
    SPDXID: 'SPDXRef-DOCUMENT',
    name: image,
    documentNamespace: `https://kubeovn.io/spdx/${name}-${hash}`,
    creationInfo: { created: created.toISOString().replace(/\.\d+Z$/, 'Z'), creators: ['Tool: kube-ovn-images'] },
    documentDescribes: [top.SPDXID],
    packages: [top, ...packages],
    relationships: [
      { spdxElementId: 'SPDXRef-DOCUMENT', relationshipType: 'DESCRIBES', relatedSpdxElement: top.SPDXID },
      ...packages.map(({ SPDXID }) => ({
        spdxElementId: top.SPDXID,
        relationshipType: 'CONTAINS',
        relatedSpdxElement: SPDXID,
      })),
    ],
    hasExtractedLicensingInfos: [
      {
        licenseId: UNNAMED,
        name: 'as the copyright file of the package says',
        extractedText: 'See /usr/share/doc/PACKAGE/copyright in the image.',
      },
    ],
  };
}

function spdxPackage({ name, version, license, supplier, location, checksum }: Package) {
  return {
    SPDXID: `SPDXRef-${createHash('sha256').update(location).digest('hex').slice(0, 20)}`,
    name,
    versionInfo: version,
    supplier,
    downloadLocation: NONE,
    filesAnalyzed: false,
    ...(checksum && { checksums: [checksum] }),
    licenseConcluded: NONE,
    licenseDeclared: license,
    copyrightText: NONE,
    externalRefs: [{ referenceCategory: 'PACKAGE-MANAGER', referenceType: 'purl', referenceLocator: location }],
  };
}

/** Percent-encoded, but for what a package URL leaves as it is. */
function purlPart(text: string): string {
  return encodeURIComponent(text).replaceAll('%3A', ':');
}
