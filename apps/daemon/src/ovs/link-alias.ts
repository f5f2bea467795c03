// The owner of a pod's link, written into the link itself: should the port vanish from the database, the link still tells
// which one it was. It needs no file and dies with the link.

import type { PodPort } from './pod-port.ts';

export type LinkOwner = Pick<
  PodPort,
  'containerId' | 'podNamespace' | 'podName' | 'podUid' | 'ifName' | 'provider' | 'netns'
>;

const MARK = 'kube-ovn:';
/** IFALIASZ without its zero. */
const LONGEST = 255;

/** undefined when the names are too long to fit. */
export function linkAlias(owner: LinkOwner): string | undefined {
  const { containerId, podNamespace, podName, podUid, ifName, provider, netns } = owner;
  const text = MARK + [containerId, podNamespace, podName, podUid, ifName, provider, netns].join('|');
  return Buffer.byteLength(text) <= LONGEST ? text : undefined;
}

export function parseLinkAlias(alias: string | undefined): LinkOwner | undefined {
  if (!alias?.startsWith(MARK)) return undefined;
  const parts = alias.slice(MARK.length).split('|');
  if (parts.length !== 7) return undefined;
  const [containerId, podNamespace, podName, podUid, ifName, provider, netns] = parts as [
    string,
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  return { containerId, podNamespace, podName, podUid, ifName, provider, netns };
}
