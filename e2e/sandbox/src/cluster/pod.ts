// As much of a Pod as the stand-ins for scheduler, StatefulSet controller and kubelet read.

import type { Metadata } from '@kube-ovn/testkit';

export interface Pod {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: Metadata & { readonly uid: string };
  readonly spec: {
    readonly nodeName?: string;
    readonly hostNetwork?: boolean;
    readonly containers: readonly Container[];
  };
  readonly status?: { readonly phase?: string; readonly podIPs?: readonly { readonly ip: string }[] };
}

export interface Container {
  readonly name: string;
  readonly image?: string;
}

export function podName({ metadata }: Pod): string {
  return `${metadata.namespace}/${metadata.name}`;
}
