// Writes images/NAME/debian.lock anew: the newest packages of the archive, for all processor types. Uses apt with folders of its
// own, so the machine's packages and sources do not matter, nor its processor.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { closure, type IndexEntry, type PackageList, parseIndex, parsePackageList } from './debian-closure.ts';
import { licenseExpression, UNNAMED } from './debian-license.ts';
import { ARCHITECTURES, type Architecture, type LockedPackage, lockText } from './debian-lock.ts';
import { CACHE, IMAGES } from './paths.ts';
import { run } from './run.ts';

const SUITE = 'trixie';
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';

export function updateLocks(names: readonly string[]): void {
  const archives = ARCHITECTURES.map(openArchive);
  for (const name of names) {
    const list = parsePackageList(readFileSync(join(IMAGES, name, 'packages.txt'), 'utf8'));
    const packages = archives.flatMap((archive) => lockedPackages(archive, list));
    writeFileSync(join(IMAGES, name, 'debian.lock'), lockText(packages));
  }
}

interface Archive {
  readonly architecture: Architecture;
  readonly folder: string;
  readonly index: readonly IndexEntry[];
  apt(...words: string[]): string;
}

function openArchive(architecture: Architecture): Archive {
  const folder = join(CACHE, `apt-${architecture}`);
  for (const each of ['etc/apt/apt.conf.d', 'etc/apt/preferences.d', 'state/lists/partial', 'cache/archives/partial']) {
    mkdirSync(join(folder, each), { recursive: true });
  }
  const signed = existsSync(KEYRING) ? `[signed-by=${KEYRING}] ` : '';
  const mirror = process.env.KUBE_OVN_DEBIAN_MIRROR ?? 'http://deb.debian.org/debian';
  const sources = [
    `deb ${signed}${mirror} ${SUITE} main`,
    `deb ${signed}http://security.debian.org/debian-security ${SUITE}-security main`,
  ];
  writeFileSync(join(folder, 'etc/apt/sources.list'), `${sources.join('\n')}\n`);
  writeFileSync(join(folder, 'status'), '');
  const options = {
    'Dir::Etc': join(folder, 'etc/apt'),
    'Dir::State': join(folder, 'state'),
    'Dir::State::status': join(folder, 'status'),
    'Dir::Cache': join(folder, 'cache'),
    'APT::Architecture': architecture,
    'APT::Architectures': architecture,
    'APT::Sandbox::User': '',
    'Acquire::Languages': 'none',
  };
  const words = Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  run('apt-get', ['-qq', ...words, 'update']);
  const index = parseIndex(run('apt-cache', [...words, 'dumpavail']));
  return { architecture, folder, index, apt: (...more) => run('apt-get', ['-qq', ...words, ...more], { cwd: folder }) };
}

function lockedPackages(archive: Archive, list: PackageList): LockedPackage[] {
  const entries = closure(list, archive.index);
  const root = join(archive.folder, 'root');
  rmSync(root, { recursive: true, force: true });
  archive.apt('download', ...entries.map(({ name, version }) => `${name}=${version}`));
  for (const file of readdirSync(archive.folder).filter((name) => name.endsWith('.deb'))) {
    run('dpkg-deb', ['-x', join(archive.folder, file), root]);
    rmSync(join(archive.folder, file));
  }
  return entries.map(({ name, version, sha256 }) => ({
    ...{ architecture: archive.architecture, name, version, sha256 },
    license: licenseOf(join(root, 'usr/share/doc', name, 'copyright')),
  }));
}

function licenseOf(file: string): string {
  return existsSync(file) ? licenseExpression(readFileSync(file, 'utf8')) : UNNAMED;
}
