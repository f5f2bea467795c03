// How to reach one API server and who we are there.

export interface ClusterConfig {
  /** "https://10.96.0.1:443", a path prefix is allowed. */
  readonly server: string;
  readonly tls?: TlsMaterial;
  /** Asked before each request, so it must be cheap; `stale` is true after a 401. */
  readonly token?: (stale?: boolean) => string | undefined;
  /** Namespace of the context or of our own pod. */
  readonly namespace?: string;
}

export interface TlsMaterial {
  /** PEM. Without it the system's roots are trusted. */
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  /** Name to verify instead of the host of `server`. */
  readonly serverName?: string;
  readonly insecure?: boolean;
}
