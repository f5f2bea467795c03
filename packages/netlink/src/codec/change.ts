// Notifications of the kernel (RTM_NEW*, RTM_DEL*) as changes.
import type { ChangeAction, NetlinkChange } from '../model/change.ts';
import * as rt from '../uapi/rtnetlink.ts';
import { readAddress } from './address.ts';
import { readLink } from './link.ts';
import type { Reply } from './message.ts';
import { readNeighbour } from './neighbour.ts';
import { readRoute } from './route.ts';
import { readRule } from './rule.ts';

type Reader = (action: ChangeAction, payload: Uint8Array) => NetlinkChange | undefined;

const readers: Readonly<Record<number, [Reader, ChangeAction] | undefined>> = {
  [rt.RTM_NEWLINK]: [linkChange, 'set'],
  [rt.RTM_DELLINK]: [linkChange, 'delete'],
  [rt.RTM_NEWADDR]: [addressChange, 'set'],
  [rt.RTM_DELADDR]: [addressChange, 'delete'],
  [rt.RTM_NEWROUTE]: [routeChange, 'set'],
  [rt.RTM_DELROUTE]: [routeChange, 'delete'],
  [rt.RTM_NEWRULE]: [ruleChange, 'set'],
  [rt.RTM_DELRULE]: [ruleChange, 'delete'],
  [rt.RTM_NEWNEIGH]: [neighbourChange, 'set'],
  [rt.RTM_DELNEIGH]: [neighbourChange, 'delete'],
};

/** undefined: nothing we report. */
export function readChange({ type, payload }: Reply): NetlinkChange | undefined {
  const found = readers[type];
  if (!found) return undefined;
  const [reader, action] = found;
  return reader(action, payload);
}

function linkChange(action: ChangeAction, payload: Uint8Array): NetlinkChange {
  return { kind: 'link', action, link: readLink(payload) };
}

function addressChange(action: ChangeAction, payload: Uint8Array): NetlinkChange | undefined {
  const address = readAddress(payload);
  return address && { kind: 'address', action, address };
}

function routeChange(action: ChangeAction, payload: Uint8Array): NetlinkChange | undefined {
  const route = readRoute(payload);
  return route && { kind: 'route', action, route };
}

function ruleChange(action: ChangeAction, payload: Uint8Array): NetlinkChange | undefined {
  const rule = readRule(payload);
  return rule && { kind: 'rule', action, rule };
}

function neighbourChange(action: ChangeAction, payload: Uint8Array): NetlinkChange | undefined {
  const neighbour = readNeighbour(payload);
  return neighbour && { kind: 'neighbour', action, neighbour };
}
