// Pod templates of rendered workloads, typed as far as tests look.

import type { KubeObject } from '@kube-ovn/kube';

export interface Container {
  readonly name: string;
  readonly image?: string;
  readonly args?: readonly string[];
  readonly env?: readonly { readonly name: string; readonly value?: string }[];
  readonly ports?: readonly { readonly name?: string; readonly containerPort: number }[];
  readonly volumeMounts?: readonly { readonly name: string; readonly mountPath: string }[];
  readonly securityContext?: { readonly privileged?: boolean };
}

export interface PodSpec {
  readonly serviceAccountName?: string;
  readonly containers: readonly Container[];
  readonly initContainers?: readonly Container[];
  readonly volumes?: readonly { readonly name: string }[];
}

export interface PodTemplate {
  /** "Deployment/ovn-central" */
  readonly owner: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly spec: PodSpec;
}

export function podTemplates(objects: readonly KubeObject[]): PodTemplate[] {
  return objects.flatMap((object) => {
    const owner = `${object.kind}/${object.metadata.name}`;
    const spec = object.spec as
      | { template?: { metadata: { labels?: Record<string, string> }; spec: PodSpec } }
      | undefined;
    if (object.kind === 'Pod') return [{ owner, labels: object.metadata.labels ?? {}, spec: object.spec as PodSpec }];
    return spec?.template ? [{ owner, labels: spec.template.metadata.labels ?? {}, spec: spec.template.spec }] : [];
  });
}
