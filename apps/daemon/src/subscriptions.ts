// Which change wakes which loop.

import type { CniContext } from './cni/context.ts';
import type { Loop } from './loop.ts';
import { networkConcernsNode, rowsConcernNode, rowsConcernPorts } from './node/concerns.ts';
import type { HostRules } from './rules/host-rules.ts';

export interface Subscriptions {
  readonly context: CniContext;
  readonly loops: Readonly<Record<'node' | 'rules' | 'ports', Loop>>;
  readonly rules: HostRules | undefined;
  readonly isBlocked: () => boolean;
}

export function subscribe({ context, loops, rules, isBlocked }: Subscriptions): {
  /** From here on no change of the kernel's network is missed. */
  readonly ready: Promise<void>;
  close(): Promise<void>;
} {
  const { stores, ovs, netlink, nodeName, log } = context;
  const rulesChanged = () => {
    rules?.invalidate();
    loops.rules.trigger();
  };
  stores.nodes.onChange(({ before, after }) => {
    if ((after ?? before)?.metadata.name === nodeName) loops.node.trigger();
    if (JSON.stringify(before?.internalIps) !== JSON.stringify(after?.internalIps)) rulesChanged();
  });
  stores.subnets.onChange(() => {
    loops.node.trigger();
    rulesChanged();
  });
  stores.serviceCidrs.onChange(rulesChanged);
  ovs.client.replica.onChange((changes) => {
    if (rowsConcernNode(changes)) loops.node.trigger();
    if (rowsConcernPorts(changes)) loops.ports.trigger();
  });
  ovs.onChange(() => isBlocked() && loops.node.trigger());
  const watch = netlink.watch();
  const watching = (async () => {
    for await (const change of watch) if (networkConcernsNode(change)) loops.node.trigger();
  })().catch((error) => log.error('changes of the network are not seen any more', { error }));
  return {
    ready: watch.ready,
    close: async () => {
      watch.close();
      await watching;
    },
  };
}
