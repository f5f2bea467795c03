// What the bench tells its process inside the namespaces.

export interface InsideSetup {
  /** For sockets, logs and the result. */
  readonly folder: string;
  /** The compiled native/launch-each.c. */
  readonly launcher: string;
}
