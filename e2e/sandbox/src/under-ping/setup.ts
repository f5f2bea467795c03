// What the launcher tells the process inside the namespaces.

export interface UnderPingSetup {
  readonly runFolder: string;
  /** restarts: of our own programs, nothing may be lost or written. disturbances: of the data plane below them, with figures. */
  readonly what: 'restarts' | 'disturbances';
}
