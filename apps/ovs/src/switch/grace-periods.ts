// Each packet socket of a switch that ends waits for a grace period of the kernel, about ten milliseconds, one after the
// other: with every pod of the node the taps stay taken longer. Expedited, it is 30 microseconds.

import { readFileSync, writeFileSync } from 'node:fs';

const PATH = '/sys/kernel/rcu_expedited';

/** Until it is called back. Where it is not allowed, the silence is longer. */
export function expediteGracePeriods(): () => void {
  try {
    if (readFileSync(PATH, 'utf8').trim() !== '0') return () => {};
    writeFileSync(PATH, '1');
    return () => writeFileSync(PATH, '0');
  } catch {
    return () => {};
  }
}
