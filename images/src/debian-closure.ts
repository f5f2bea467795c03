// Which packages a list of packages brings along, from the text of an archive's package index. Pure.

export interface IndexEntry {
  readonly name: string;
  readonly version: string;
  readonly sha256: string;
  /** Each is a list of alternatives. */
  readonly depends: readonly (readonly string[])[];
  readonly provides: readonly string[];
}

export interface PackageList {
  readonly wanted: readonly string[];
  /** Dependencies that are not followed. */
  readonly ignored: ReadonlySet<string>;
}

export function parsePackageList(text: string): PackageList {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return {
    wanted: lines.filter((line) => !line.startsWith('-')),
    ignored: new Set(lines.filter((line) => line.startsWith('-')).map((line) => line.slice(1))),
  };
}

export function parseIndex(text: string): IndexEntry[] {
  return text.split('\n\n').flatMap((stanza) => {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(stanza)?.[1] ?? '';
    const name = field('Package');
    if (name === '') return [];
    const relations = [field('Pre-Depends'), field('Depends')].flatMap((value) => value.split(','));
    return [
      {
        name,
        version: field('Version'),
        sha256: field('SHA256'),
        depends: relations.map((relation) => relation.split('|').map(bareName)).filter(([first]) => first !== ''),
        provides: field('Provides').split(',').map(bareName).filter(Boolean),
      },
    ];
  });
}

/** "libc6:any (>= 2.38)" -> "libc6" */
function bareName(relation: string): string {
  return /[^\s:(]*/.exec(relation.trim())![0];
}

/** By name. Throws for what the archive does not have. */
export function closure({ wanted, ignored }: PackageList, index: readonly IndexEntry[]): IndexEntry[] {
  const byName = new Map(index.map((entry) => [entry.name, entry]));
  const providers = new Map(index.flatMap((entry) => entry.provides.map((name) => [name, entry] as const)));
  const found = new Map<string, IndexEntry>();
  const add = (alternatives: readonly string[], because: string): void => {
    if (alternatives.some((name) => ignored.has(name) || found.has(name))) return;
    const entry =
      alternatives.map((name) => byName.get(name)).find((one) => one !== undefined) ??
      alternatives.map((name) => providers.get(name)).find((one) => one !== undefined);
    if (!entry) throw new Error(`${because} needs ${alternatives.join(' or ')}, which the archive does not have`);
    if (found.has(entry.name)) return;
    found.set(entry.name, entry);
    for (const one of entry.depends) add(one, entry.name);
  };
  for (const name of wanted) add([name], 'packages.txt');
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}
