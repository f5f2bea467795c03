import { describe, expect, test } from 'vitest';
import { complaint, noHelm, render, type Values } from './testing/render.ts';
import { podTemplates } from './testing/workloads.ts';

const SERVICES = 'networking.services.cidr.v4';

/** Values, and the words that the refusal has to have. */
const REFUSED: readonly (readonly [string, Values, readonly string[]])[] = [
  ['an unknown key', { networking: { subnet: 'x' } }, ['/networking', "'subnet'"]],
  ['an unknown classic key', { func: { ENABLE_ALL: true } }, ['/func', "'ENABLE_ALL'"]],
  [
    'pods over Services',
    { networking: { pods: { cidr: { v4: '10.96.0.0/16' } } } },
    ['networking.pods.cidr.v4', SERVICES, 'overlap'],
  ],
  [
    'join inside pods',
    { networking: { join: { cidr: { v4: '10.16.4.0/24' } } } },
    ['networking.join.cidr.v4', 'networking.pods.cidr.v4'],
  ],
  [
    'IPv6 networks that overlap',
    { networking: { stack: 'Dual', pods: { cidr: { v6: 'fd00:10:96::/64' } } } },
    ['networking.pods.cidr.v6', 'networking.services.cidr.v6', 'overlap'],
  ],
  [
    'a family without its CIDR',
    { networking: { stack: 'Dual', join: { cidr: { v6: '' } } } },
    ['networking.join.cidr.v6', 'Dual'],
  ],
  [
    'classic: a family without its CIDR',
    { networking: { NET_STACK: 'dual_stack' }, dual_stack: { POD_CIDR: '10.1.0.0/16' } },
    ['dual_stack.POD_CIDR', 'Dual'],
  ],
  ['classic: overlap', { ipv4: { POD_CIDR: '10.96.0.0/16', POD_GATEWAY: '10.96.0.1' } }, ['ipv4.POD_CIDR', 'overlap']],
  ['no CIDR at all', { networking: { pods: { cidr: { v4: '10.16.0.0' } } } }, ['/networking/pods/cidr/v4']],
  [
    'an octet too large',
    { networking: { pods: { cidr: { v4: '10.999.0.0/16' } } } },
    ['networking.pods.cidr.v4', '10.999.0.0/16'],
  ],
  [
    'a prefix too long',
    { networking: { pods: { cidr: { v4: '10.16.0.0/40' } } } },
    ['networking.pods.cidr.v4', '10.16.0.0/40'],
  ],
  [
    'a gateway outside',
    { networking: { pods: { gateways: { v4: '10.17.0.1' } } } },
    ['networking.pods.gateways.v4', '10.17.0.1'],
  ],
  ['two subnets of one name', { networking: { join: { subnetName: 'ovn-default' } } }, ['networking.join.subnetName']],
  ['replicas without addresses', { central: { replicas: 3 } }, ['central.replicas', 'masterNodes']],
  ['classic: a name for an address', { MASTER_NODES: '10.0.0.1,node-2,10.0.0.3' }, ['MASTER_NODES', 'node-2']],
  ['an address twice', { masterNodes: ['10.0.0.1', '10.0.0.1'] }, ['masterNodes', 'twice']],
  ['userspace without a NIC', { ovsOvn: { datapath: 'userspace', tunnelNic: '' } }, ['ovsOvn.tunnelNic', 'another']],
  [
    'userspace with tunnels elsewhere',
    { ovsOvn: { datapath: 'userspace' }, networking: { IFACE: 'eth0' } },
    ['networking.IFACE', 'ovsOvn.tunnelNic'],
  ],
  ['a feature that is not built', { features: { ENABLE_ANP: true } }, ['features.ENABLE_ANP', 'not built yet']],
  ['classic: the same', { func: { SECURE_SERVING: true } }, ['func.SECURE_SERVING', 'not built yet']],
  [
    'a choice that is not built',
    { networking: { NETWORK_TYPE: 'vlan' } },
    ['networking.NETWORK_TYPE', 'vlan', 'not built yet'],
  ],
  ['a workload that is not built', { bgpSpeaker: { enabled: true } }, ['bgpSpeaker.enabled', 'not built yet']],
  [
    'both names, different',
    { performance: { GC_INTERVAL: 10, gcInterval: 20 } },
    ['performance.GC_INTERVAL', 'performance.gcInterval'],
  ],
  ['a port twice', { agent: { metrics: { port: 10660 } } }, ['controller.metrics.port', 'agent.metrics.port']],
  ['an update that cannot move', { ovsOvn: { updateStrategy: { maxSurge: 0 } } }, ['ovsOvn.updateStrategy']],
  ['timeouts the wrong way round', { features: { OVSDB_CON_TIMEOUT: 20 } }, ['OVSDB_INACTIVITY_TIMEOUT']],
  ['no duration', { networking: { kubeOvnTlsRotationInterval: 5 } }, ['kubeOvnTlsRotationInterval']],
];

describe.skipIf(noHelm)(`values${noHelm ? ` (${noHelm})` : ''}`, () => {
  test.each(REFUSED)('%s is refused with a sentence that names the key', async (_, values, words) => {
    const text = await complaint(values);
    expect(text).toBeDefined();
    for (const word of words) expect(text).toContain(word);
  });

  test('all complaints come at once', async () => {
    const text = await complaint({
      features: { ENABLE_ANP: true },
      networking: { stack: 'Dual', pods: { cidr: { v6: '' } } },
    });
    expect(text?.match(/^- /gm)).toHaveLength(2);
  });

  test("the tag of the other product means the images of this chart, a tag of one's own itself", async () => {
    const tags = async (tag: string) => {
      const objects = await render({ global: { images: { kubeovn: { tag } } } });
      return new Set(
        podTemplates(objects).flatMap(({ spec }) => spec.containers.map(({ image }) => image?.split(':').at(-1))),
      );
    };
    expect(await tags('v1.17.0')).toEqual(new Set(['v1.17.0-ts.1']));
    expect(await tags('v1.17.0-ts.2')).toEqual(new Set(['v1.17.0-ts.2']));
  });

  test('privileged are only the CNI agent, the userspace data plane, and what cleans nodes', async () => {
    const privileged = async (values: Values) =>
      podTemplates(await render(values)).flatMap(({ owner, spec }) =>
        spec.containers.some(({ securityContext }) => securityContext?.privileged) ? [owner] : [],
      );
    expect(await privileged({})).toEqual(['DaemonSet/kube-ovn-cni', 'DaemonSet/kube-ovn-uninstall']);
    expect(await privileged({ ovsOvn: { datapath: 'userspace' } })).toContain('DaemonSet/ovs-ovn');
  });
});
