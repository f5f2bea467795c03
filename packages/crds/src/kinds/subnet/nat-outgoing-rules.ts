// natOutgoingPolicyRules: their check, and the ids under which chains and sets on the nodes know them.

import { createHash } from 'node:crypto';
import { failWith } from '@kube-ovn/errors';
import { type Family, parseAddress, parseCidr } from '@kube-ovn/ipam';
import type { NatOutgoingPolicyRule, NatOutgoingPolicyRuleStatus } from './schema.ts';

export function whyBadNatRules(subnet: string, rules: readonly NatOutgoingPolicyRule[]) {
  for (const [index, { match }] of rules.entries()) {
    const sources = familyOf(match?.srcIPs);
    const destinations = familyOf(match?.dstIPs);
    if (sources === 'bad' || destinations === 'bad') {
      const text = (sources === 'bad' ? match?.srcIPs : match?.dstIPs) ?? '';
      return failWith('ERR_SUBNET_NAT_RULE_INVALID', { subnet, index, text });
    }
    if (sources && destinations && sources !== destinations) {
      return failWith('ERR_SUBNET_NAT_RULE_FAMILY', { subnet, index });
    }
  }
  return undefined;
}

const ID_LENGTH = 12;

/** The rules of status: each with an id that changes when the rule, its place or the subnet does. */
export function natOutgoingRuleStatuses(
  subnet: string,
  rules: readonly NatOutgoingPolicyRule[],
): NatOutgoingPolicyRuleStatus[] {
  return rules.map((rule, index) => {
    const { match, action } = contractForm(rule);
    const json = JSON.stringify({ match, action });
    const ruleID = createHash('sha256').update(`${subnet}${index}${json}`).digest('hex').slice(0, ID_LENGTH);
    return { ruleID, match, action };
  });
}

/** Order of the members and absence of the empty ones are part of the id. */
function contractForm(rule: NatOutgoingPolicyRule) {
  const { srcIPs, dstIPs } = rule.match ?? {};
  return { match: { ...(srcIPs && { srcIPs }), ...(dstIPs && { dstIPs }) }, action: rule.action ?? '' };
}

/** The one family of a comma list of addresses and CIDRs; nothing for an absent list. */
function familyOf(list: string | undefined): Family | 'bad' | undefined {
  if (!list) return undefined;
  const families = new Set(list.split(',').map(familyOfItem));
  const [family] = families;
  return families.size === 1 ? family : 'bad';
}

function familyOfItem(item: string): Family | 'bad' {
  const parsed = item.includes('/') ? parseCidr(item) : parseAddress(item);
  return parsed.ok ? parsed.value.family : 'bad';
}
