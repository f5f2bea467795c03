// Keeps the table in the kernel equal to the wanted one. What is there is looked at, not remembered, so the rules come back
// when another program has flushed them, and a restart of the daemon changes nothing.

import { runNft } from './nft.ts';
import { canonical, FAMILY, type NftTable, parseListing, replaceCommands, TABLE } from './table.ts';

export class RuleKeeper {
  readonly #command: readonly string[];
  /** An nft of another version may print the same rules in another form: the form it gave to ours. */
  readonly #accepted = new Map<string, string>();

  constructor(command: readonly string[]) {
    this.#command = command;
  }

  /** True when something had to be changed. */
  async assert(table: NftTable): Promise<boolean> {
    const wanted = canonical(table);
    const before = await this.#listed();
    if (before !== undefined && (before === wanted || before === this.#accepted.get(wanted))) return false;
    await runNft(this.#command, ['-j', '-f', '-'], JSON.stringify(replaceCommands(table)));
    const after = await this.#listed();
    if (after === undefined) throw new Error(`nft has accepted table ${TABLE}, but it is not there`);
    this.#accepted.clear();
    this.#accepted.set(wanted, after);
    return true;
  }

  async #listed(): Promise<string | undefined> {
    const output = await runNft(this.#command, ['-j', 'list', 'table', FAMILY, TABLE]).catch((error: Error) => {
      if (error.message.includes('No such file or directory')) return undefined;
      throw error;
    });
    return output === undefined ? undefined : canonical(parseListing(output));
  }
}
