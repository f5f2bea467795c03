// The Debian packages of an image as they are pinned: images/NAME/debian.lock, one line for each package of each processor type.

export interface LockedPackage {
  readonly architecture: Architecture;
  readonly name: string;
  readonly version: string;
  /** Of the .deb. */
  readonly sha256: string;
  /** An SPDX licence expression. */
  readonly license: string;
}

export const ARCHITECTURES = ['amd64', 'arm64'] as const;
export type Architecture = (typeof ARCHITECTURES)[number];

const HEADER = [
  '# Made by `npm run images -- --update`: what is in the image, and nothing else.',
  '# processor, package, version, SHA-256 of the .deb, licence',
];

export function lockText(packages: readonly LockedPackage[]): string {
  const lines = packages.map(({ architecture, name, version, sha256, license }) =>
    [architecture, name, version, sha256, license].join('\t'),
  );
  return `${[...HEADER, ...lines.sort()].join('\n')}\n`;
}

export function parseLock(text: string): LockedPackage[] {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => {
    const [architecture, name, version, sha256, license] = line.split('\t');
    if (!isArchitecture(architecture) || !name || !version || !sha256 || !license) {
      throw new Error(`not a line of a lock: ${line}`);
    }
    return { architecture, name, version, sha256, license };
  });
}

export function isArchitecture(text: string | undefined): text is Architecture {
  return ARCHITECTURES.some((one) => one === text);
}
