// What one run found out, in the format of `--json`.

import type { ProbeResult } from '../probes/run-probes.ts';

export interface SandboxResult {
  readonly ok: boolean;
  readonly versions: { readonly ovn: string; readonly ovs: string; readonly node: string };
  readonly stack: string;
  readonly seconds: { readonly setUp: number; readonly toReady: number };
  readonly nodes: readonly string[];
  readonly pods: readonly ReportedPod[];
  readonly probes: readonly ReportedProbe[];
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

export function isAsExpected({ expect, result }: { readonly expect: string; readonly result: string }): boolean {
  return expect === result;
}

export function reportProbe({ from, to, path, family, expect, result, rttMs }: ProbeResult): ReportedProbe {
  const rounded = rttMs === undefined ? null : Math.round(rttMs * 1000) / 1000;
  return { from: from.name, to: to.name, path, family, expect, result, rttMs: rounded };
}
