// JSON-RPC 1.0 over one open stream: requests matched to replies, notifications handed on, echo answered, silence noticed.
// It ends once, for whatever reason, and then every request still open learns that its answer is lost.
import { isUtf8 } from 'node:buffer';
import type { Socket } from 'node:net';
import { compactMessage } from './compact-message.ts';
import { InactivityProbe } from './inactivity-probe.ts';
import { JsonFramer } from './json-framer.ts';
import { JsonReader } from './json-reader.ts';
import { errorFromWire, OvsdbError, ProtocolError } from './ovsdb-error.ts';

export type Reply =
  | { readonly kind: 'result'; readonly result: unknown }
  | { readonly kind: 'error'; readonly error: OvsdbError }
  /** `sent`: the server may have carried it out. */
  | { readonly kind: 'lost'; readonly sent: boolean; readonly error: OvsdbError };

export interface SessionEvents {
  /** Reads the parameters; what is returned is called when the whole message has been read. */
  readonly readNotification: (method: string, params: JsonReader) => () => void;
  readonly onEnd: (reason: Error) => void;
}

type OnReply = (reply: Reply) => void;

interface Pending {
  readonly onReply: OnReply;
  readonly readResult: (reader: JsonReader) => unknown;
}

export class RpcSession {
  readonly #socket: Socket;
  readonly #events: SessionEvents;
  readonly #probe: InactivityProbe;
  readonly #framer = new JsonFramer((message) => this.#receive(message));
  readonly #pending = new Map<number, Pending>();
  #outbox = '';
  /** Requests up to this id have been given to the socket. */
  #sentUpTo = 0;
  #lastId = 0;
  #ended: Error | undefined;

  constructor(socket: Socket, inactivityProbeMs: number, events: SessionEvents) {
    this.#socket = socket;
    this.#events = events;
    this.#probe = new InactivityProbe(inactivityProbeMs, {
      sendEcho: () => this.send('echo', [], () => {}),
      giveUp: () => this.end(new Error('the server has gone silent')),
    });
    socket.on('data', (chunk: Buffer) => this.#data(chunk));
    socket.on('error', (error) => this.end(error));
    socket.on('close', () => this.end(new Error('the server closed the connection')));
  }

  /** The callback runs in the order of the stream, before anything that follows the reply is looked at. */
  send(method: string, params: readonly unknown[], onReply: OnReply, readResult = readJson): number {
    this.#lastId += 1;
    const id = this.#lastId;
    if (this.#ended) {
      onReply({ kind: 'lost', sent: false, error: disconnected(this.#ended) });
      return id;
    }
    this.#pending.set(id, { onReply, readResult });
    this.#write(`{"id":${id},"method":"${method}","params":${JSON.stringify(params)}}`);
    return id;
  }

  request(method: string, params: readonly unknown[]): Promise<Reply> {
    return new Promise((resolve) => this.send(method, params, resolve));
  }

  notify(method: string, params: readonly unknown[]): void {
    if (!this.#ended) this.#write(`{"id":null,"method":"${method}","params":${JSON.stringify(params)}}`);
  }

  end(reason: Error): void {
    if (this.#ended) return;
    this.#ended = reason;
    this.#probe.stop();
    this.#socket.destroy();
    const error = disconnected(reason);
    for (const [id, { onReply }] of this.#pending) onReply({ kind: 'lost', sent: id <= this.#sentUpTo, error });
    this.#pending.clear();
    this.#events.onEnd(reason);
  }

  /** Everything written in one turn of the event loop leaves in one system call. */
  #write(message: string): void {
    if (this.#outbox === '') queueMicrotask(() => this.#flush());
    this.#outbox += message;
  }

  #flush(): void {
    const text = this.#outbox;
    this.#outbox = '';
    if (this.#ended) return;
    this.#sentUpTo = this.#lastId;
    this.#socket.write(Buffer.from(text));
  }

  #data(chunk: Buffer): void {
    if (this.#ended) return;
    this.#probe.heardBytes();
    try {
      this.#framer.push(chunk);
    } catch (cause) {
      this.end(cause instanceof ProtocolError ? cause : new ProtocolError(`unreadable message: ${cause}`, { cause }));
    }
  }

  #receive(bytes: Buffer): void {
    if (this.#ended) return;
    this.#probe.heardMessage();
    // A replacement character in place of a damaged byte would be a wrong row.
    if (!isUtf8(bytes)) throw new ProtocolError('a message that is not UTF-8');
    const text = bytes.toString();
    this.#readMessage(text)();
  }

  /** Nothing happens before the whole message has been read: what it means is what is returned. */
  #readMessage(text: string): () => void {
    try {
      return this.#readCompact(new JsonReader(text));
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      // It may only be written otherwise than ovsdb-server does it.
      return this.#readCompact(new JsonReader(compactMessage(text)));
    }
  }

  #readCompact(reader: JsonReader): () => void {
    reader.expect('{"id":');
    const id = reader.json();
    const act = reader.skips(',"method":') ? this.#readRequest(id, reader) : this.#readReply(id, reader);
    reader.expect('}');
    reader.end();
    return act;
  }

  #readRequest(id: unknown, reader: JsonReader): () => void {
    const method = reader.string();
    reader.expect(',"params":');
    if (method !== 'echo') return this.#events.readNotification(method, reader);
    const result = reader.json();
    return () => this.#write(JSON.stringify({ id, result, error: null }));
  }

  #readReply(id: unknown, reader: JsonReader): () => void {
    const pending = this.#pending.get(id as number);
    if (!pending) throw new ProtocolError(`a reply to nothing we asked: id ${JSON.stringify(id)}`);
    reader.expect(',"result":');
    const result = reader.skips('null') ? null : pending.readResult(reader);
    reader.expect(',"error":');
    const error = reader.json();
    return () => {
      this.#pending.delete(id as number);
      pending.onReply(error === null ? { kind: 'result', result } : { kind: 'error', error: errorFromWire(error) });
    };
  }
}

function readJson(reader: JsonReader): unknown {
  return reader.json();
}

function disconnected(cause: Error): OvsdbError {
  return new OvsdbError('disconnected', { details: cause.message, cause });
}
