import { expect, test } from 'vitest';
import { closure, parseIndex, parsePackageList } from './debian-closure.ts';
import { licenseExpression, UNNAMED } from './debian-license.ts';
import { type LockedPackage, lockText, parseLock } from './debian-lock.ts';

const index = parseIndex(`Package: switch
Version: 1
Depends: libc6 (>= 2.38), python3:any, kmod | module-init-tools, awk
SHA256: aa

Package: libc6
Version: 2
SHA256: bb

Package: kmod
Version: 3
Pre-Depends: libc6
SHA256: cc

Package: mawk
Version: 4
Provides: awk (= 1)
SHA256: dd
`);

test('what is wanted brings its dependencies, but for the ignored ones', () => {
  const list = parsePackageList('# why\nswitch\n-python3\n');
  expect(closure(list, index).map(({ name }) => name)).toEqual(['kmod', 'libc6', 'mawk', 'switch']);
});

test('what the archive does not have is an error that names who needs it', () => {
  expect(() => closure(parsePackageList('switch\n'), index)).toThrow('switch needs python3');
});

test('a lock that is read back is the same', () => {
  const one: LockedPackage = { architecture: 'arm64', name: 'a', version: '1', sha256: 'ff', license: 'MIT' };
  expect(parseLock(lockText([one]))).toEqual([one]);
  expect(() => parseLock('sparc\ta\t1\tff\tMIT\n')).toThrow('not a line of a lock');
});

test('licences in the words of SPDX', () => {
  const format = 'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n';
  expect(licenseExpression(`${format}License: GPL-2+ or Expat\nLicense: GPL-2+\n`)).toBe('GPL-2.0-or-later AND MIT');
  expect(licenseExpression(`${format}License: odd\n`)).toBe(UNNAMED);
  expect(licenseExpression('You may do what you like.')).toBe(UNNAMED);
});
