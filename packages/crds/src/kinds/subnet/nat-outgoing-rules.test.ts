import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { natOutgoingRuleStatuses, whyBadNatRules } from './nat-outgoing-rules.ts';

test.each<[string, object, string]>([
  ['addresses and CIDRs', { srcIPs: '10.0.0.1,10.1.0.0/16', dstIPs: '10.2.0.0/16' }, 'accepted'],
  ['one side', { dstIPs: 'fd00::/64' }, 'accepted'],
  ['no side', {}, 'accepted'],
  ['families mixed in a list', { srcIPs: '10.0.0.1,fd00::1' }, 'ERR_SUBNET_NAT_RULE_INVALID'],
  ['no address', { dstIPs: 'world' }, 'ERR_SUBNET_NAT_RULE_INVALID'],
  ['an empty item', { dstIPs: '10.0.0.1,' }, 'ERR_SUBNET_NAT_RULE_INVALID'],
  ['families of the sides differ', { srcIPs: '10.0.0.1', dstIPs: 'fd00::1' }, 'ERR_SUBNET_NAT_RULE_FAMILY'],
])('%s: %s', (_name, match, code) => {
  expect(whyBadNatRules('net1', [{ match, action: 'nat' }])?.error.code ?? 'accepted').toBe(code);
});

test('the id is 12 digits of the hash of subnet, place and rule, written as the contract writes it', () => {
  const json = '{"match":{"srcIPs":"10.0.0.1","dstIPs":"10.2.0.0/16"},"action":"nat"}';
  const rule = { action: 'nat', match: { dstIPs: '10.2.0.0/16', srcIPs: '10.0.0.1' } };
  const [first, second] = natOutgoingRuleStatuses('net1', [rule, rule]);
  expect(first).toEqual({ ruleID: createHash('sha256').update(`net10${json}`).digest('hex').slice(0, 12), ...rule });
  expect(second?.ruleID).toBe(createHash('sha256').update(`net11${json}`).digest('hex').slice(0, 12));
});

test('an empty side is not written, and no match at all is an empty one', () => {
  const json = '{"match":{},"action":"forward"}';
  const ruleID = createHash('sha256').update(`net10${json}`).digest('hex').slice(0, 12);
  for (const rule of [{ action: 'forward' }, { action: 'forward', match: { srcIPs: '', dstIPs: '' } }]) {
    expect(natOutgoingRuleStatuses('net1', [rule])).toEqual([{ ruleID, match: {}, action: 'forward' }]);
  }
});
