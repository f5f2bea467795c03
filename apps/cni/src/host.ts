// What the shim asks of the machine; native/usock.c gives it in the binary, tests give a fake. Every call is synchronous,
// and a negative number is an errno: the shim does one thing after another and lives for milliseconds.

export interface Host {
  environment(name: string): string | undefined;
  /** All of standard input, read as UTF-8. */
  readInput(limitBytes: number, timeoutMs: number): string | number;
  /** Monotonic milliseconds. */
  now(): number;
  /** Descriptor of a stream to a unix socket. */
  connect(path: string, timeoutMs: number): number;
  send(descriptor: number, text: string): number;
  /** The next bytes; none at the end of the stream. */
  receive(descriptor: number, timeoutMs: number): ArrayBuffer | number;
  disconnect(descriptor: number): void;
  decode(utf8: ArrayBuffer): string;
}
