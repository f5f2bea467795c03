// What the probes of the kubelet read: a small file that the supervisor renews as long as it turns. Read by a script, because a
// Node process for every probe would cost a node more than all else that is idle there.

import { readFileSync, renameSync, writeFileSync } from 'node:fs';

export interface HealthFaults {
  /** Something that a restart of the container heals. */
  readonly live: string | undefined;
  /** Why nobody should count on this container now. */
  readonly ready: string | undefined;
}

export interface HealthFile {
  close(): void;
}

/** Where the script `healthcheck` of the image looks. */
export const HEALTH_FILE = process.env.KUBE_OVN_HEALTH_FILE ?? '/tmp/kube-ovn-health';

/** A supervisor that has not turned for so long is stuck. */
const VALID_SECONDS = 60;
const EVERY_MS = 1_000;

/**
 * Three lines: the uptime of the machine (s) until which the rest holds, the fault of liveness, that of readiness; no fault is
 * an empty line. `path` must be the container's own: other pods share the run directories.
 */
export function keepHealthFile(path: string, faults: () => HealthFaults): HealthFile {
  const write = () => {
    const { live, ready } = faults();
    writeFileSync(`${path}.new`, `${uptimeSeconds() + VALID_SECONDS}\n${oneLine(live)}\n${oneLine(ready)}\n`);
    renameSync(`${path}.new`, path);
  };
  write();
  const timer = setInterval(write, EVERY_MS);
  return { close: () => clearInterval(timer) };
}

/** As the script reads it: os.uptime() may count another way inside a container. */
function uptimeSeconds(): number {
  return Math.floor(Number.parseFloat(readFileSync('/proc/uptime', 'utf8')));
}

function oneLine(text: string | undefined): string {
  return text?.replaceAll(/\s+/g, ' ').trim() ?? '';
}
