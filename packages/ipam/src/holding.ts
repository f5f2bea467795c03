// What one owner has. The same object is the entry of every index, so an owner costs one small object.

import type { Ordinal } from './ordinal.ts';

export interface Holding {
  readonly owner: string;
  v4: Ordinal | undefined;
  v6: Ordinal | undefined;
  mac: number;
}
