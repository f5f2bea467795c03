// What the bench and its API server process say to each other.

/** memory: the one of testkit. real: kube-apiserver and etcd. */
export type ApiKind = 'memory' | 'real';

export type ApiCommand =
  | {
      readonly do: 'create';
      readonly objects: readonly object[] /** Say when so many pods are routed. */;
      readonly routed?: number;
    }
  | { readonly do: 'revision' }
  | { readonly do: 'reset' };

export type ApiAnswer =
  | { readonly event: 'listening'; readonly url: string; readonly kubeconfig: string }
  | { readonly event: 'created'; readonly at: number }
  /** So many of the objects asked for exist; only from a server that takes its time. */
  | { readonly event: 'progress'; readonly made: number }
  | { readonly event: 'routed'; readonly at: number }
  | { readonly event: 'revision'; readonly value: number };
