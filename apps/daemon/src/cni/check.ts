// CHECK: is the pod still as ADD left it?

import { interfaceAnnotation, isOvnProvider } from '@kube-ovn/crds';
import type { CniContext } from './context.ts';
import { hostLinkName } from './names.ts';
import { type CheckRequest, podKey } from './request.ts';
import { stageFailure } from './stage-failure.ts';

export async function checkPod(context: CniContext, request: CheckRequest): Promise<void> {
  const { container_id: container, net_ns: netns, if_name: ifName, provider } = request;
  const fail = (problem: string) => stageFailure('configure-nic', 'ERR_CNI_CHECK_FAILED', { container, problem });
  if (!isOvnProvider(provider)) return;
  const host = hostLinkName(container, ifName);
  const [outside, inside, addresses] = await Promise.all([
    context.netlink.link(host),
    context.netlink.link(ifName, netns),
    context.netlink.addresses(netns, ifName).catch(() => []),
  ]);
  if (!outside) throw fail(`link ${host} is gone`);
  if (!inside) throw fail(`the pod has no interface ${ifName}`);
  if (!outside.up || !inside.up) throw fail(`${outside.up ? ifName : host} is down`);
  const has = new Set(addresses.map(({ address }) => address));
  const pod = context.stores.pods.get(podKey(request));
  const annotations = pod?.annotations ?? {};
  const wanted = annotations[interfaceAnnotation(annotations, provider, ifName, 'ip_address')]?.split(',') ?? [];
  const missing = [...wanted, ...promised(request.prev_result, ifName)].find((ip) => ip !== '' && !has.has(ip));
  if (missing !== undefined) throw fail(`${ifName} has lost the address ${missing}`);
  const mac = annotations[interfaceAnnotation(annotations, provider, ifName, 'mac_address')];
  if (mac && inside.mac !== mac.toLowerCase()) throw fail(`the MAC of ${ifName} is ${inside.mac} and not ${mac}`);
  const port = context.ovs.port(host);
  if (!port || !context.ovs.bridge?.ports.includes(port._uuid)) throw fail(`port ${host} is not in br-int`);
  if (context.ovs.interface(host)?.external_ids['ovn-installed'] !== 'true')
    throw fail(`port ${host} is not bound by OVN`);
}

interface PreviousResult {
  readonly interfaces?: readonly { readonly name?: string }[];
  readonly ips?: readonly { readonly address?: string; readonly interface?: number }[];
}

/** Addresses that the previous result has on this interface; other plugins of the chain may have added more of their own. */
function promised(result: unknown, ifName: string): string[] {
  const { interfaces = [], ips = [] } = (typeof result === 'object' && result !== null ? result : {}) as PreviousResult;
  return ips.flatMap(({ address, interface: index }) => {
    const ours = index === undefined || interfaces[index]?.name === undefined || interfaces[index]?.name === ifName;
    return ours && address !== undefined ? [address.split('/')[0] ?? ''] : [];
  });
}
