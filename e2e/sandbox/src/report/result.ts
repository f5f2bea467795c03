// What one run found out, in the format of `--json`.

import type { ProbeResult } from '../probes/run-probes.ts';
import type { TransferResult } from '../probes/run-transfers.ts';

export interface SandboxResult {
  readonly ok: boolean;
  readonly versions: { readonly ovn: string; readonly ovs: string; readonly node: string };
  readonly stack: string;
  readonly seconds: { readonly setUp: number; readonly toReady: number };
  readonly nodes: readonly string[];
  readonly pods: readonly ReportedPod[];
  readonly probes: readonly ReportedProbe[];
  readonly transfers: readonly ReportedTransfer[];
}

export interface ReportedPod {
  readonly namespace: string;
  readonly name: string;
  readonly node: string;
  readonly ips: readonly string[];
  readonly subnet: string;
  readonly vpc: string;
}

export interface ReportedProbe {
  readonly from: string;
  readonly to: string;
  readonly path: string;
  readonly family: number;
  readonly expect: string;
  readonly result: string;
  readonly rttMs: number | null;
}

/** Data sent by TCP. */
export interface ReportedTransfer {
  readonly from: string;
  readonly to: string;
  readonly path: string;
  readonly family: number;
  readonly bytes: number;
  readonly ok: boolean;
  readonly ms: number;
}

export function isAsExpected({ expect, result }: { readonly expect: string; readonly result: string }): boolean {
  return expect === result;
}

export function reportProbe({ from, to, path, family, expect, result, rttMs }: ProbeResult): ReportedProbe {
  const time = rttMs === undefined ? null : rounded(rttMs);
  return { from: from.name, to: to.name, path, family, expect, result, rttMs: time };
}

export function reportTransfer({ from, to, path, family, bytes, ok, ms }: TransferResult): ReportedTransfer {
  return { from: from.name, to: to.name, path, family, bytes, ok, ms: rounded(ms) };
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
