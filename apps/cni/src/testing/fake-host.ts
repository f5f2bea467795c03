// A machine in memory for the unit tests: environment, standard input and a daemon that answers with what the test says.

import type { Host } from '../host.ts';

export interface FakeRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** What the daemon does: answer with JSON, send raw pieces and close or fall silent, or not be there (an errno). */
export type FakeReply =
  | { readonly status: number; readonly json?: unknown; readonly text?: string }
  | { readonly pieces: readonly string[]; readonly end: 'close' | 'silence' | 'reset'; readonly sendFails?: number }
  | { readonly connect: number };

export interface FakeMachine {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly stdin?: unknown;
  readonly daemon?: FakeReply;
}

export class FakeHost implements Host {
  readonly requests: FakeRequest[] = [];
  readonly waits: number[] = [];
  socket: string | undefined;
  open = 0;
  readonly #machine: FakeMachine;
  readonly #pieces: (ArrayBuffer | number)[];

  constructor(machine: FakeMachine) {
    this.#machine = machine;
    this.#pieces = pieces(machine.daemon);
  }

  environment(name: string): string | undefined {
    return this.#machine.env?.[name];
  }

  readInput(): string | number {
    const { stdin } = this.#machine;
    if (typeof stdin === 'string' || typeof stdin === 'number') return stdin;
    return stdin === undefined ? '' : JSON.stringify(stdin);
  }

  now(): number {
    return 0;
  }

  connect(path: string): number {
    this.socket = path;
    const { daemon } = this.#machine;
    if (daemon === undefined) throw new Error('the shim called a daemon that this test does not have');
    if ('connect' in daemon) return daemon.connect;
    this.open++;
    return 7;
  }

  send(_descriptor: number, text: string): number {
    const end = text.indexOf('\r\n\r\n');
    const [first = '', ...lines] = text.slice(0, end).split('\r\n');
    const [method = '', path = ''] = first.split(' ');
    const headers = Object.fromEntries(lines.map((line) => line.split(': ') as [string, string]));
    const body = text.slice(end + 4);
    this.requests.push({ method, path, headers, body: body === '' ? undefined : JSON.parse(body) });
    const { daemon } = this.#machine;
    return daemon !== undefined && 'pieces' in daemon ? (daemon.sendFails ?? 0) : 0;
  }

  receive(_descriptor: number, timeoutMs: number): ArrayBuffer | number {
    this.waits.push(timeoutMs);
    return this.#pieces.shift() ?? new ArrayBuffer(0);
  }

  disconnect(): void {
    this.open--;
  }

  decode(utf8: ArrayBuffer): string {
    return new TextDecoder().decode(utf8);
  }
}

function pieces(reply: FakeReply | undefined): (ArrayBuffer | number)[] {
  if (reply === undefined || 'connect' in reply) return [];
  if ('pieces' in reply) {
    const last = { close: new ArrayBuffer(0), silence: -110, reset: -104 }[reply.end];
    return [...reply.pieces.map(bytes), last];
  }
  const body = reply.text ?? (reply.json === undefined ? '' : JSON.stringify(reply.json));
  return [bytes(`HTTP/1.1 ${reply.status} Some Reason\r\nContent-Length: ${bytes(body).byteLength}\r\n\r\n${body}`)];
}

function bytes(text: string): ArrayBuffer {
  return new Uint8Array(new TextEncoder().encode(text)).buffer;
}
