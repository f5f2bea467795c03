// The nftables table of the host rules.

import { runNft } from '../rules/nft.ts';
import { FAMILY, TABLE } from '../rules/table.ts';

/** False when there is none. */
export async function removeRules(nft: readonly string[]): Promise<boolean> {
  const present = await runNft(nft, ['list', 'tables', FAMILY]);
  if (!present.split('\n').includes(`table ${FAMILY} ${TABLE}`)) return false;
  await runNft(nft, ['delete', 'table', FAMILY, TABLE]);
  return true;
}
