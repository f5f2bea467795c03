// What the sandbox and the second command say to each other.

export const CONTROL_SOCKET_NAME = 'control.sock';

/** All paths are those inside the sandbox. */
export interface Whereabouts {
  readonly nodes: readonly string[];
  /** "namespace/name" -> network namespace. */
  readonly pods: Readonly<Record<string, string>>;
  readonly northbound: string;
  readonly southbound: string;
}
