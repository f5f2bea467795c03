// The host rules of this node: from what the API says to the table in the kernel. What is wanted is computed when something
// changed; what is there is looked at every time.

import { toError } from '@kube-ovn/errors';
import type { Stores } from '../kube/stores.ts';
import type { NetworkOptions } from '../options.ts';
import { ruleFacts } from './facts.ts';
import { RuleKeeper } from './keeper.ts';
import { renderTable } from './render.ts';
import type { NftTable } from './table.ts';

export interface HostRuleSources {
  readonly nodeName: string;
  readonly network: Pick<NetworkOptions, 'clusterRouter' | 'serviceCidr'>;
  readonly stores: Stores;
}

export class HostRules {
  readonly #keeper: RuleKeeper;
  readonly #sources: HostRuleSources;
  #wanted: NftTable | undefined;
  #inPlace = false;
  #problem: string | undefined;

  constructor(command: readonly string[], sources: HostRuleSources) {
    this.#keeper = new RuleKeeper(command);
    this.#sources = sources;
  }

  /** The rules were seen as they must be at least once. */
  get inPlace(): boolean {
    return this.#inPlace;
  }

  /** Why the last look failed. */
  get problem(): string | undefined {
    return this.#problem;
  }

  invalidate(): void {
    this.#wanted = undefined;
  }

  /** True when something had to be changed. */
  async assert(): Promise<boolean> {
    const { stores, nodeName, network } = this.#sources;
    if (!stores.isSynced) return false;
    this.#wanted ??= renderTable(
      ruleFacts({
        nodeName,
        clusterRouter: network.clusterRouter,
        serviceCidrs: [
          ...network.serviceCidr.split(','),
          ...[...stores.serviceCidrs.values()].flatMap(({ cidrs }) => cidrs),
        ],
        nodes: stores.nodes.values(),
        subnets: stores.subnets.values(),
      }),
    );
    try {
      const changed = await this.#keeper.assert(this.#wanted);
      this.#inPlace = true;
      this.#problem = undefined;
      return changed;
    } catch (error) {
      this.#problem = toError(error).message;
      throw error;
    }
  }
}
