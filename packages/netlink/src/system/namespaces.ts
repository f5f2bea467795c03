// Work inside a network namespace by moving the thread there and back, synchronously. Nothing is remembered about a
// path between calls, because it may be reused for another namespace.
import { netlinkError } from '../netlink-error.ts';
import type { Syscalls } from './syscalls.ts';

/** Path of a namespace file: "/run/netns/x", "/proc/123/ns/net". */
export type NetnsRef = string;

const OWN_NAMESPACE = '/proc/thread-self/ns/net';

export class Namespaces {
  readonly #syscalls: Syscalls;
  readonly #home: number;

  constructor(syscalls: Syscalls) {
    this.#syscalls = syscalls;
    this.#home = openNamespace(syscalls, OWN_NAMESPACE);
  }

  /** `run` must not await: the whole thread is in the namespace while it runs. */
  within<T>(ns: NetnsRef | undefined, run: () => T): T {
    if (ns === undefined) return run();
    return this.withDescriptor(ns, (fd) => {
      this.#check(this.#syscalls.setNetns(fd), `enter namespace ${ns}`);
      try {
        return run();
      } finally {
        this.#return();
      }
    });
  }

  withDescriptor<T>(ns: NetnsRef, run: (fd: number) => T): T {
    const fd = openNamespace(this.#syscalls, ns);
    try {
      return run(fd);
    } finally {
      this.#syscalls.close(fd);
    }
  }

  /** A new namespace that lives only as long as somebody keeps it, e.g. by a mount made in `run`. */
  withinNew<T>(run: () => T): T {
    this.#check(this.#syscalls.unshareNetns(), 'create namespace');
    try {
      return run();
    } finally {
      this.#return();
    }
  }

  /** Descriptor of the namespace the worker was started in. */
  get home(): number {
    return this.#home;
  }

  /** Staying in a pod's namespace would send every later operation to the wrong pod: no way on from there. */
  #return(): void {
    if (this.#syscalls.setNetns(this.#home) < 0) this.#syscalls.abort();
  }

  #check(result: number, operation: string): void {
    if (result < 0) throw netlinkError(operation, -result);
  }
}

function openNamespace(syscalls: Syscalls, path: string): number {
  const fd = syscalls.open(path);
  if (fd < 0) throw netlinkError(`open namespace ${path}`, -fd);
  return fd;
}
