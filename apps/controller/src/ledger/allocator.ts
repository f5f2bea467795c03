// Answers allocation wishes: picks addresses, records them by creating the IP object (two writers cannot both win), and
// keeps those who got nothing until something is free.

import { FINALIZER, LABELS } from '@kube-ovn/crds';
import type { CodedError } from '@kube-ovn/errors';
import type { Allocation } from '@kube-ovn/ipam';
import type { ApiWriter } from '../engine/api-writer.ts';
import type { AllocationWish } from '../engine/facts.ts';
import { pairText } from '../engine/families.ts';
import type { ObjectStores } from '../engine/stores.ts';
import type { AllocationGate } from './allocation-gate.ts';
import type { AddressLedger } from './ledger.ts';

interface Options {
  readonly ledger: AddressLedger;
  readonly writer: ApiWriter;
  readonly stores: ObjectStores;
  /** The wish of `key` cannot be had now. */
  readonly onRefused: (key: string, error: CodedError) => void;
  readonly gate: AllocationGate;
  /** Plan the key again. */
  readonly again: (key: string) => void;
}

export class Allocator {
  readonly #options: Options;
  /** subnet -> keys that found nothing in it */
  readonly #waiting = new Map<string, Set<string>>();

  constructor(options: Options) {
    this.#options = options;
  }

  allocate(key: string, wish: AllocationWish): void {
    const { ledger, onRefused, gate } = this.#options;
    if (gate.holdsBack(key)) return;
    const chosen = ledger.choose(wish);
    if (chosen.ok) {
      void this.#record(key, wish, chosen.value.subnet, chosen.value.allocation);
      return;
    }
    for (const subnet of wish.subnets) {
      const keys = this.#waiting.get(subnet) ?? new Set();
      this.#waiting.set(subnet, keys.add(key));
    }
    onRefused(key, chosen.error);
  }

  /** Something in the subnet has changed: those who wait for it try again. */
  subnetChanged(subnet: string): void {
    const keys = this.#waiting.get(subnet);
    if (keys === undefined) return;
    this.#waiting.delete(subnet);
    for (const key of keys) this.#options.again(key);
  }

  async #record(key: string, wish: AllocationWish, subnet: string, allocation: Allocation): Promise<void> {
    const { writer, ledger, stores, again } = this.#options;
    const object = stores.IP.get(wish.ipName);
    const write =
      object === undefined
        ? ({ verb: 'create', kind: 'IP', object: ipObject(wish, subnet, allocation), afterCommit: false } as const)
        : ({
            verb: 'patch',
            kind: 'IP',
            key: wish.ipName,
            patch: { spec: addressFields(allocation) },
            afterCommit: false,
          } as const);
    const result = await writer.send(key, write);
    if (result.ok) return;
    // The address is free again unless the object turns out to exist: then the store says so and holds it.
    if (stores.IP.get(wish.ipName) === undefined) ledger.release(wish.ipName);
    again(key);
  }
}

export function ipObject(wish: AllocationWish, subnet: string, allocation: Allocation): object {
  return {
    apiVersion: 'kubeovn.io/v1',
    kind: 'IP',
    metadata: {
      name: wish.ipName,
      labels: { [LABELS.subnet]: subnet, [LABELS.nodeName]: wish.nodeName, [subnet]: '', [LABELS.ipReserved]: 'false' },
      finalizers: [FINALIZER],
    },
    spec: {
      podName: wish.podName,
      namespace: wish.namespace,
      subnet,
      nodeName: wish.nodeName,
      podType: wish.podType,
      containerID: '',
      ...addressFields(allocation),
      attachSubnets: [],
      attachIps: [],
      attachMacs: [],
    },
  };
}

function addressFields(allocation: Allocation): object {
  return {
    ipAddress: pairText(allocation),
    v4IpAddress: allocation.v4 ?? '',
    v6IpAddress: allocation.v6 ?? '',
    macAddress: allocation.mac,
  };
}
