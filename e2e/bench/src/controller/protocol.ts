// What the bench and its API server process say to each other.

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
  | { readonly event: 'routed'; readonly at: number }
  | { readonly event: 'revision'; readonly value: number };
