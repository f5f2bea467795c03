// The flows of one bridge on their way into the next switch. Prepared while the old one still forwards: the programs that
// write are started and wait at gates, so that only the writing itself happens in the silence.

import { connect } from 'node:net';
import { until } from '@kube-ovn/supervise';
import type { NodeSettings } from '../settings.ts';
import { type BridgeFlows, bundleCommand, managementSocket, tlvMapCommand } from './flows.ts';
import { type Gate, makeGate } from './gate.ts';

export interface Restoration {
  readonly flows: BridgeFlows;
  /** Resolves when the new switch has read the flows, which are not valid yet. Call it when the old socket is out of the way. */
  stage(): Promise<void>;
  /** Resolves when they are valid. */
  commit(): Promise<void>;
  close(): void;
}

const REACH_LIMIT_MS = 10_000;
/** The greeting of OpenFlow 1.5 (16) and the reply to the barrier behind the map (8). The program itself ends later. */
const TLV_MAP_DONE_BYTES = 24;

export async function prepareRestoration(settings: NodeSettings, flows: BridgeFlows): Promise<Restoration> {
  const { run } = settings.directories;
  const gates: Gate[] = [];
  const start = async (name: string, begin: (path: string) => Promise<string>) => {
    const gate = await makeGate(`${run}/${name}.${flows.bridge}.gate`);
    gates.push(gate);
    const ended = begin(gate.path);
    ended.catch(() => {});
    await Promise.race([gate.reached, ended, new Promise((_, fail) => setTimeout(fail, REACH_LIMIT_MS).unref())]);
    return { gate, ended };
  };
  const tlvMap = flows.tlvMap === '' ? undefined : await start('tlv', (path) => tlvMapCommand(settings, path, flows));
  const bundle = flows.bundle === '' ? undefined : await start('flows', (path) => bundleCommand(settings, path, flows));
  const target = managementSocket(settings, flows.bridge);
  return {
    flows,
    async stage() {
      await until(`bridge ${flows.bridge}`, () => accepts(target), { timeoutMs: 3_000, intervalMs: 2 });
      // Flows may speak of what this maps.
      tlvMap?.gate.open(target);
      if (tlvMap) await Promise.race([tlvMap.gate.answered(TLV_MAP_DONE_BYTES), tlvMap.ended.catch(() => {})]);
      bundle?.gate.open(target);
      if (bundle) await Promise.race([bundle.gate.staged, bundle.ended]);
    },
    async commit() {
      bundle?.gate.commit();
      await bundle?.ended;
    },
    close() {
      for (const gate of gates) gate.close();
    },
  };
}

function accepts(path: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect(path);
  socket.on('connect', () => resolve(true));
  socket.on('error', () => resolve(false));
  return promise.finally(() => socket.destroy());
}
