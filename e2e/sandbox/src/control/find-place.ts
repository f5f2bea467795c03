// From what people type to a node or a pod.

import { PlainError } from '@kube-ovn/testkit/launch';
import type { Place } from './enter.ts';
import type { Whereabouts } from './protocol.ts';

export function findPlace({ nodes, pods }: Whereabouts, name: string): Place {
  if (nodes.includes(name)) return { name };
  const matches = Object.keys(pods).filter((pod) => pod === name || pod.endsWith(`/${name}`));
  const [pod, ...others] = matches;
  if (pod !== undefined && others.length === 0) return { name: pod, netns: pods[pod] };
  const known = [...nodes, ...Object.keys(pods)].join(', ');
  const sentence = pod === undefined ? `there is no node or pod "${name}".` : `"${name}" fits more than one pod.`;
  throw new PlainError(sentence, `Use one of: ${known}.`);
}
