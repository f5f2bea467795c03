// What the figures were measured on.

import { arch, cpus, release, totalmem } from 'node:os';

export function machine(): object {
  const processors = cpus();
  return {
    cpu: processors[0]?.model,
    cores: processors.length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    kernel: release(),
    arch: arch(),
    node: process.version,
  };
}
