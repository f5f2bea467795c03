// What the daemon says and counts, as interfaces: main.ts gives them a logger and a registry, tests give them silence.

export interface DaemonLog {
  info(message: string, fields?: object): void;
  warn(message: string, fields?: object): void;
  error(message: string, fields?: object): void;
}

export interface DaemonMetrics {
  /** One CNI request was answered. */
  answered(route: string, status: number, seconds: number): void;
  waited(what: 'address' | 'route', seconds: number): void;
  /** Questions to gateways before pods were reported ready. */
  gatewayProbed(seconds: number): void;
  transacted(what: string, ok: boolean, milliseconds: number): void;
  /** A port of a living pod was missing in br-int and was put back. */
  portRepaired(): void;
  /** A port of a pod that is gone was removed. */
  portCollected(): void;
  /** Something of the node was not as it must be and was corrected. */
  corrected(what: string): void;
  addressConflict(): void;
}

const nothing = (): void => {};

export const SILENT_LOG: DaemonLog = { info: nothing, warn: nothing, error: nothing };

export const NO_METRICS: DaemonMetrics = {
  answered: nothing,
  waited: nothing,
  gatewayProbed: nothing,
  transacted: nothing,
  portRepaired: nothing,
  portCollected: nothing,
  corrected: nothing,
  addressConflict: nothing,
};
