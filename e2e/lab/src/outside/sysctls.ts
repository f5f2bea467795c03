// Kernel settings of the whole machine that kubelet and containers need otherwise: saved by `up`, restored by `down`.

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { otherLabs } from '../node/cgroups.ts';

/** kubelet writes the first six. Each node's programs hold far more inotify instances than a fresh machine allows. */
const SAVED = [
  'vm/overcommit_memory',
  'vm/panic_on_oom',
  'kernel/panic',
  'kernel/panic_on_oops',
  'kernel/keys/root_maxkeys',
  'kernel/keys/root_maxbytes',
  'fs/inotify/max_user_instances',
  'fs/inotify/max_user_watches',
  'net/netfilter/nf_conntrack_max',
];

const AT_LEAST: Readonly<Record<string, number>> = {
  'fs/inotify/max_user_instances': 8192,
  'fs/inotify/max_user_watches': 524_288,
};

/** Labs of several checkouts run on one machine: what was there before the first of them comes back after the last. */
const BEFORE_ALL = '/run/kube-ovn-lab-sysctls.json';

export function saveSysctls(): Record<string, string> {
  const earlier = otherLabs().length > 0 ? readBefore() : undefined;
  if (earlier) return earlier;
  const now = currentSysctls();
  writeFileSync(BEFORE_ALL, JSON.stringify(now));
  return now;
}

function readBefore(): Record<string, string> | undefined {
  try {
    return JSON.parse(readFileSync(BEFORE_ALL, 'utf8')) as Record<string, string>;
  } catch {
    return undefined;
  }
}

function currentSysctls(): Record<string, string> {
  return Object.fromEntries(SAVED.flatMap((key) => (read(key) === undefined ? [] : [[key, read(key)!]])));
}

export function raiseSysctls(): void {
  for (const [key, value] of Object.entries(AT_LEAST)) {
    if (Number(read(key)) < value) write(key, String(value));
  }
}

export function restoreSysctls(saved: Readonly<Record<string, string>>): void {
  if (otherLabs().length > 0) return;
  rmSync(BEFORE_ALL, { force: true });
  for (const [key, value] of Object.entries(saved)) {
    if (read(key) !== value) write(key, value);
  }
}

function read(key: string): string | undefined {
  try {
    return readFileSync(`/proc/sys/${key}`, 'utf8').trim();
  } catch {
    return undefined;
  }
}

function write(key: string, value: string): void {
  try {
    writeFileSync(`/proc/sys/${key}`, value);
  } catch {
    // A machine that does not let us write it does not let kubelet either.
  }
}
