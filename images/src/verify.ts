// Builds an image a second time, from nothing and with another umask, and holds the two against each other.

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Builder, Order } from './builder.ts';
import { firstDifference } from './difference.ts';

/** Throws with the first difference. */
export function verify(builder: Builder, order: Order): void {
  const again = { ...order, image: `${order.image}-again` };
  const umask = process.umask(0o077);
  try {
    builder.build(again);
  } finally {
    process.umask(umask);
  }
  const [first, second] = [builder.digest(order.image), builder.digest(again.image)];
  if (first === second) return;
  throw new Error(
    `${order.image} is not reproducible: ${first}, then ${second}\n${reason(builder, order.image, again.image)}`,
  );
}

function reason(builder: Builder, one: string, other: string): string {
  const work = mkdtempSync(join(tmpdir(), 'kube-ovn-images-'));
  try {
    const folders = [one, other].map((image, number) => {
      const folder = join(work, String(number));
      mkdirSync(folder);
      builder.unpack(image, folder);
      return folder;
    });
    const found = firstDifference(folders[0]!, folders[1]!);
    return (
      found ?? `the files are equal, the configurations are not:\n${builder.config(one)}\n${builder.config(other)}`
    );
  } finally {
    rmSync(work, { recursive: true });
  }
}
