// What a watch reports.
import type { Link } from './link.ts';
import type { LinkAddress } from './link-address.ts';
import type { Neighbour } from './neighbour.ts';
import type { InstalledRoute } from './route.ts';
import type { Rule } from './rule.ts';

export type ChangeKind = 'link' | 'address' | 'route' | 'rule' | 'neighbour';

export type NetlinkChange =
  | { readonly kind: 'link'; readonly action: ChangeAction; readonly link: Link }
  | { readonly kind: 'address'; readonly action: ChangeAction; readonly address: LinkAddress }
  | { readonly kind: 'route'; readonly action: ChangeAction; readonly route: InstalledRoute }
  | { readonly kind: 'rule'; readonly action: ChangeAction; readonly rule: Rule }
  | { readonly kind: 'neighbour'; readonly action: ChangeAction; readonly neighbour: Neighbour }
  /** Changes were lost: list again. */
  | { readonly kind: 'overrun' };

/** "set": new or changed, the kernel does not say which. */
export type ChangeAction = 'set' | 'delete';
