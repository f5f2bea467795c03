// What passes between the client and its worker. Plain data only; errors travel as NetlinkFailure or as text.
import type { NetlinkFailure } from '../netlink-error.ts';

export type ToWorker =
  | { readonly kind: 'call'; readonly id: number; readonly name: string; readonly args: readonly unknown[] }
  | { readonly kind: 'cancel'; readonly id: number }
  | { readonly kind: 'close' };

export type FromWorker =
  /** wake: eventfd on which the client announces its messages; descriptors: to be closed if the worker dies. */
  | { readonly kind: 'ready'; readonly wake: number; readonly descriptors: readonly number[] }
  | { readonly kind: 'value'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'event'; readonly id: number; readonly event: unknown }
  | { readonly kind: 'failure'; readonly id: number; readonly failure: NetlinkFailure }
  /** A bug, not a refusal of the kernel. */
  | { readonly kind: 'bug'; readonly id: number; readonly text: string };
