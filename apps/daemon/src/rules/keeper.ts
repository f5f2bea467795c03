// Keeps the table in the kernel equal to the wanted one. What is there is looked at, not remembered, so the rules come back
// when another program has flushed them, and a restart of the daemon changes nothing.

import { runNft } from './nft.ts';
import { canonical, FAMILY, type NftTable, parseListing, replaceCommands, TABLE } from './table.ts';

export class RuleKeeper {
  readonly #command: readonly string[];
  /** An nft of another version may print the same rules in another form: the form it gave to ours. */
  readonly #accepted = new Map<string, string>();
  /** What nft printed when this very table was found right: a text that is the same need not be read again. */
  #right: { readonly table: NftTable; readonly listing: string } | undefined;

  constructor(command: readonly string[]) {
    this.#command = command;
  }

  /** True when something had to be changed. */
  async assert(table: NftTable): Promise<boolean> {
    const listing = await this.#list();
    if (listing !== undefined && this.#right?.table === table && this.#right.listing === listing) return false;
    const wanted = canonical(table);
    const before = formOf(listing);
    if (before !== undefined && (before === wanted || before === this.#accepted.get(wanted))) {
      this.#right = { table, listing: listing! };
      return false;
    }
    await runNft(this.#command, ['-j', '-f', '-'], JSON.stringify(replaceCommands(table)));
    const after = formOf(await this.#list());
    if (after === undefined) throw new Error(`nft has accepted table ${TABLE}, but it is not there`);
    this.#accepted.clear();
    this.#accepted.set(wanted, after);
    return true;
  }

  #list(): Promise<string | undefined> {
    return runNft(this.#command, ['-j', 'list', 'table', FAMILY, TABLE]).catch((error: Error) => {
      if (error.message.includes('No such file or directory')) return undefined;
      throw error;
    });
  }
}

function formOf(listing: string | undefined): string | undefined {
  return listing === undefined ? undefined : canonical(parseListing(listing));
}
