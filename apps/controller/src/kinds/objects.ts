// The API objects as the controller keeps them: only the fields that plans read, so that 10,000 pods stay small.

import type { KubeObject } from '@kube-ovn/kube';

export interface PodObject extends KubeObject {
  readonly spec: {
    readonly nodeName?: string;
    readonly hostNetwork?: boolean;
    readonly restartPolicy?: string;
    readonly terminationGracePeriodSeconds?: number;
  };
  readonly status: { readonly phase?: string; readonly reason?: string };
}

export interface NodeObject extends KubeObject {
  /** InternalIP addresses. */
  readonly internalIps: readonly string[];
  readonly ready: boolean;
}

export interface NamespaceObject extends KubeObject {}

export interface StatefulSetObject extends KubeObject {
  readonly spec: {
    readonly replicas: number;
    readonly startOrdinal: number;
    /** `ovn.kubernetes.io/...` annotations of the pod template. */
    readonly templateAnnotations: Readonly<Record<string, string>>;
  };
}

export interface DeploymentObject extends KubeObject {
  readonly spec: {
    /** `ovn.kubernetes.io/...` annotations of the pod template. */
    readonly templateAnnotations: Readonly<Record<string, string>>;
  };
}

/** Objects of our own group stay as the API sent them: a cell parses them, so that a bad one is known by name and harms nobody. */
export interface CustomObject extends KubeObject {
  readonly spec?: Readonly<Record<string, unknown>>;
  readonly status?: Readonly<Record<string, unknown>>;
}

export interface ObjectsByKind {
  Pod: PodObject;
  Node: NodeObject;
  Namespace: NamespaceObject;
  StatefulSet: StatefulSetObject;
  Deployment: DeploymentObject;
  Vpc: CustomObject;
  Subnet: CustomObject;
  IP: CustomObject;
  IPPool: CustomObject;
}

export type KindName = keyof ObjectsByKind;
