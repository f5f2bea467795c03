// Transmit checksum offload off, like `ethtool -K LINK tx off`.
import { scalarBytes, u32 } from '../codec/struct.ts';
import { netlinkError } from '../netlink-error.ts';
import type { Engine } from '../session/engine.ts';
import type { NetnsRef } from '../system/namespaces.ts';
import { ETHTOOL_STXCSUM } from '../uapi/ethtool.ts';
import { AF_INET, SOCK_CLOEXEC, SOCK_DGRAM } from '../uapi/socket.ts';

export function disableTxChecksum(engine: Engine, link: string, ns?: NetnsRef): void {
  const { syscalls } = engine;
  const operation = `turn tx checksum offload of ${link} off`;
  const fd = engine.namespaces.within(ns, () => syscalls.socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  if (fd < 0) throw netlinkError(operation, -fd);
  const result = syscalls.ethtool(fd, link, ETHTOOL_STXCSUM, scalarBytes(u32, 0));
  syscalls.close(fd);
  if (result < 0) throw netlinkError(operation, -result);
}
