// Ownership marks: which rows of a shared database are ours is written into the rows, so garbage is "ours, but not desired".

/** Value of `external_ids:vendor` on every row of ours (the contract's mark, shared with Kube-OVN's rows). */
export const VENDOR = 'kube-ovn';
export const VENDOR_KEY = 'vendor';
/** Names the object that wants the row, as `Kind/[namespace/]name[#role]`. */
export const OWNER_KEY = 'owner';

/** `row` is any row, typed or not, whose external_ids were read. */
export function isOurs(row: object): boolean {
  return externalIds(row)[VENDOR_KEY] === VENDOR;
}

/** The owner of a row of ours. A row that an earlier Kube-OVN wrote is ours but has none. */
export function ownerOf(row: object): string | undefined {
  const owner = externalIds(row)[OWNER_KEY];
  return typeof owner === 'string' && isOurs(row) ? owner : undefined;
}

/** External ids for a row of `owner`: the marks win over keys of the same name in `extra`. */
export function ownedBy(owner: string, extra: Readonly<Record<string, string>> = {}): Record<string, string> {
  return { ...extra, [VENDOR_KEY]: VENDOR, [OWNER_KEY]: owner };
}

function externalIds(row: object): Readonly<Record<string, unknown>> {
  const ids = 'external_ids' in row ? row.external_ids : undefined;
  return typeof ids === 'object' && ids !== null ? (ids as Record<string, unknown>) : {};
}
