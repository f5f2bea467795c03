// What is in an image, as SPDX 2.3 JSON: the Debian packages it has installed and the npm packages that its bundles hold. Pure.

import { createHash } from 'node:crypto';

export interface BuiltImage {
  readonly image: string;
  readonly digest: string;
  /** Lines "name TAB version TAB architecture TAB maintainer". */
  readonly debian: string;
  /** package-lock.json */
  readonly lockFile: string;
  readonly created: Date;
}

interface Package {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly supplier: string;
  readonly location: string;
}

const NONE = 'NOASSERTION';

export function spdxDocument({ image, digest, debian, lockFile, created }: BuiltImage): object {
  const packages = [...debianPackages(debian), ...npmPackages(lockFile)].map(spdxPackage);
  const name = image.split('/').at(-1)!;
  const top = {
    ...spdxPackage({ name, version: digest, license: 'Apache-2.0', supplier: NONE, location: `pkg:oci/${name}` }),
  };
  return {
    spdxVersion: 'SPDX-2.3',
    dataLicense: 'CC0-1.0',
    SPDXID: 'SPDXRef-DOCUMENT',
    name: image,
    documentNamespace: `https://kubeovn.io/spdx/${name}-${createHash('sha256').update(digest).digest('hex').slice(0, 16)}`,
    creationInfo: { created: created.toISOString().replace(/\.\d+Z$/, 'Z'), creators: ['Tool: images/build.ts'] },
    documentDescribes: [top.SPDXID],
    packages: [top, ...packages],
    relationships: packages.map(({ SPDXID }) => ({
      spdxElementId: top.SPDXID,
      relationshipType: 'CONTAINS',
      relatedSpdxElement: SPDXID,
    })),
  };
}

export function debianPackages(text: string): Package[] {
  return text.split('\n').flatMap((line) => {
    const [name, version, architecture, maintainer = ''] = line.split('\t');
    if (!name || !version) return [];
    const supplier = maintainer === '' ? NONE : `Organization: ${maintainer.replace(/\s*<.*>$/, '')}`;
    const location = `pkg:deb/debian/${name}@${encodeURIComponent(version)}?arch=${architecture}`;
    return [{ name, version, license: NONE, supplier, location }];
  });
}

/** What is not for development only. */
export function npmPackages(lockFile: string): Package[] {
  const { packages } = JSON.parse(lockFile) as {
    readonly packages: Readonly<Record<string, { version?: string; dev?: boolean; link?: boolean; license?: string }>>;
  };
  const found = Object.entries(packages).flatMap(([path, { version, dev, link, license }]) => {
    const name = path.split('node_modules/').at(-1)!;
    if (!path.includes('node_modules/') || dev || link || !version) return [];
    const location = `pkg:npm/${name.replace('@', '%40')}@${version}`;
    return [{ name, version, license: license ?? NONE, supplier: NONE, location }];
  });
  return [...new Map(found.map((each) => [each.location, each])).values()].sort((a, b) =>
    a.location < b.location ? -1 : 1,
  );
}

function spdxPackage({ name, version, license, supplier, location }: Package) {
  return {
    SPDXID: `SPDXRef-${createHash('sha256').update(location).digest('hex').slice(0, 20)}`,
    name,
    versionInfo: version,
    supplier,
    downloadLocation: NONE,
    filesAnalyzed: false,
    licenseConcluded: NONE,
    licenseDeclared: /^[\w.+-]+$/.test(license) ? license : NONE,
    copyrightText: NONE,
    externalRefs: [{ referenceCategory: 'PACKAGE-MANAGER', referenceType: 'purl', referenceLocator: location }],
  };
}
