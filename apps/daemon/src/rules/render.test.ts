// The rules as text tables, and what the real nft makes of them: what it prints must be what we write.

import { dataPlaneCommand, type NetworkNamespace, openNetworkNamespace, skipReason } from '@kube-ovn/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nodeRecord } from '../kube/node-record.ts';
import { subnetRecord } from '../kube/subnet-record.ts';
import { ruleFacts } from './facts.ts';
import { RuleKeeper } from './keeper.ts';
import { renderTable } from './render.ts';

const VALID = { conditions: [{ type: 'Validated', status: 'True' }] };

function node(name: string, ...ips: string[]) {
  const addresses = ips.map((address) => ({ type: 'InternalIP', address }));
  return nodeRecord({ metadata: { name }, status: { addresses } }, 'n1');
}

function subnet(name: string, spec: object, status: object = {}) {
  return subnetRecord({ metadata: { name }, spec, status: { ...VALID, ...status } });
}

function factsOf(...subnets: ReturnType<typeof subnet>[]) {
  return ruleFacts({
    nodeName: 'n1',
    clusterRouter: 'ovn-cluster',
    serviceCidrs: ['10.96.0.0/12', 'fd00:96::/112'],
    nodes: [node('n1', '192.0.2.1', 'fd00::1'), node('n2', '192.0.2.2', 'fd00::2'), node('n3', '192.0.2.3')],
    subnets,
  });
}

const RICH = [
  subnet('join', { cidrBlock: '100.64.0.0/16,fd00:64::/112' }),
  subnet('default', { cidrBlock: '10.16.0.0/16,fd00:16::/112', natOutgoing: true }),
  subnet('inner', { cidrBlock: '10.16.5.0/24', natOutgoing: true }),
  subnet(
    'central',
    {
      cidrBlock: '10.17.0.0/16',
      natOutgoing: true,
      gatewayType: 'centralized',
      gatewayNode: 'n2:192.0.2.200,n1:192.0.2.100',
    },
    { activateGateway: 'n1' },
  ),
  subnet(
    'policy',
    { cidrBlock: '10.18.0.0/16', natOutgoing: true },
    {
      natOutgoingPolicyRules: [
        { action: 'nat', match: { srcIPs: '10.18.0.0/24,10.18.1.7', dstIPs: '203.0.113.0/24' } },
        { action: 'forward', match: { dstIPs: '198.51.100.0/24' } },
      ],
    },
  ),
  subnet('six', { cidrBlock: 'fd00:6::/64', natOutgoing: true }),
  subnet('other-vpc', { cidrBlock: '10.50.0.0/16', vpc: 'v1', natOutgoing: true }),
  subnet('underlay', { cidrBlock: '10.51.0.0/16', vlan: 'v', natOutgoing: true }),
];

test('facts of a rich cluster', () => {
  const facts = factsOf(...RICH);
  expect(facts[4]).toMatchObject({
    services: ['10.96.0.0/12'],
    subnets: ['10.16.0.0/16', '10.17.0.0/16', '10.18.0.0/16', '100.64.0.0/16'],
    natSubnets: ['10.16.0.0/16', '10.17.0.0/16', '10.18.0.0/16'],
    otherNodes: ['192.0.2.2', '192.0.2.3'],
    nodeIp: '192.0.2.1',
    egress: [{ cidr: '10.17.0.0/16', ip: '192.0.2.100' }],
  });
  expect(facts[6]).toMatchObject({
    subnets: ['fd00:16::/112', 'fd00:64::/112', 'fd00:6::/64'],
    otherNodes: ['fd00::2'],
    nodeIp: 'fd00::1',
    egress: [],
    natPolicies: [],
  });
});

test('an egress address is used by the active gateway only, unless all are', () => {
  const central = {
    cidrBlock: '10.17.0.0/16',
    natOutgoing: true,
    gatewayType: 'centralized',
    gatewayNode: 'n1:192.0.2.100',
  };
  expect(factsOf(subnet('s', central, { activateGateway: 'n2' }))[4].egress).toEqual([]);
  expect(factsOf(subnet('s', { ...central, enableEcmp: true }, { activateGateway: 'n2' }))[4].egress).toHaveLength(1);
});

const reason = skipReason('chassis');
if (reason) console.info(`skipped: ${reason}`);

describe.skipIf(reason)('with the real nft', () => {
  let ns: NetworkNamespace;
  let command: string[];
  beforeAll(async () => {
    ns = await openNetworkNamespace();
    const { file, args } = dataPlaneCommand('nft', [], { netns: ns.path });
    command = [file, ...args];
  });
  afterAll(() => ns.close());

  test.each([
    ['nothing', []],
    ['one subnet', RICH.slice(0, 2)],
    ['a rich cluster', RICH],
    [
      'a big cluster',
      Array.from({ length: 250 }, (_, i) => subnet(`s${i}`, { cidrBlock: `10.${i}.0.0/16`, natOutgoing: i % 2 === 0 })),
    ],
    ['nothing again', []],
  ])('%s: written once, and found right by a daemon that knows nothing', async (_what, subnets) => {
    const table = renderTable(factsOf(...subnets));
    expect(await new RuleKeeper(command).assert(table)).toBe(true);
    expect(await new RuleKeeper(command).assert(table)).toBe(false);
  });

  test.each([
    ['a rule deleted', ['flush', 'chain', 'inet', 'kube-ovn', 'nat-postrouting']],
    ['an element added', ['add', 'element', 'inet', 'kube-ovn', 'subnets4', '{ 10.200.0.0/16 }']],
    ['an element deleted', ['delete', 'element', 'inet', 'kube-ovn', 'subnets-nat4', '{ 10.16.0.0/16 }']],
    ['a rule added', ['add', 'rule', 'inet', 'kube-ovn', 'forward', 'drop']],
    ['everything', ['flush', 'ruleset']],
  ])('%s behind our back is put right', async (_what, args) => {
    const table = renderTable(factsOf(...RICH));
    const keeper = new RuleKeeper(command);
    await keeper.assert(table);
    await ns.run('nft', ...args);
    expect(await keeper.assert(table)).toBe(true);
    expect(await keeper.assert(table)).toBe(false);
  });
});
