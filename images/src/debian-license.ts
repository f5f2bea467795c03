// Debian writes a package's licences in its copyright file, in words of its own; here as an SPDX expression. Pure.

const SPDX: Readonly<Record<string, string>> = {
  'apache-2': 'Apache-2.0',
  'apache-2.0': 'Apache-2.0',
  artistic: 'Artistic-1.0',
  'bsd-2-clause': 'BSD-2-Clause',
  'bsd-3-clause': 'BSD-3-Clause',
  'bsd-4-clause': 'BSD-4-Clause',
  'bsl-1.0': 'BSL-1.0',
  cc0: 'CC0-1.0',
  'cc0-1.0': 'CC0-1.0',
  expat: 'MIT',
  'gpl-1+': 'GPL-1.0-or-later',
  'gpl-2': 'GPL-2.0-only',
  'gpl-2.0': 'GPL-2.0-only',
  'gpl-2+': 'GPL-2.0-or-later',
  'gpl-2.0+': 'GPL-2.0-or-later',
  'gpl-3': 'GPL-3.0-only',
  'gpl-3+': 'GPL-3.0-or-later',
  isc: 'ISC',
  'lgpl-2': 'LGPL-2.0-only',
  'lgpl-2+': 'LGPL-2.0-or-later',
  'lgpl-2.1': 'LGPL-2.1-only',
  'lgpl-2.1+': 'LGPL-2.1-or-later',
  'lgpl-3': 'LGPL-3.0-only',
  'lgpl-3+': 'LGPL-3.0-or-later',
  mit: 'MIT',
  x11: 'X11',
  zlib: 'Zlib',
};

export const UNNAMED = 'LicenseRef-Debian-copyright';

/** All of them together; what has no name in SPDX is one reference to the copyright file, which the image holds. */
export function licenseExpression(copyright: string): string {
  const machineReadable = /^Format: *https?:\/\/www\.debian\.org\/doc\/packaging-manuals\/copyright-format/m;
  if (!machineReadable.test(copyright)) return UNNAMED;
  const names = [...copyright.matchAll(/^License: *(.+)$/gm)].flatMap(([, text = '']) =>
    text.split(/,? +(?:and|or) +|, */),
  );
  const known = names.map((name) => SPDX[name.trim().toLowerCase()] ?? UNNAMED);
  const all = [...new Set(known)].sort();
  return all.length === 0 ? UNNAMED : all.join(' AND ');
}
