// Opens the byte stream to one endpoint: unix, TCP, or TLS with certificates checked on both sides.
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Endpoint } from './endpoint.ts';

export interface TlsIdentity {
  /** PEM texts: whom to trust, who we are, and the key that proves it. */
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
}

export interface Dialling {
  /** Exactly one of the two is called, unless abandon() was called before. */
  readonly onOpen: (socket: Socket) => void;
  readonly onFailure: (reason: Error) => void;
  readonly tls: TlsIdentity | undefined;
  readonly timeoutMs: number;
}

/** Returns the way to abandon the attempt. */
export function dial(endpoint: Endpoint, { onOpen, onFailure, tls, timeoutMs }: Dialling): () => void {
  const socket = open(endpoint, tls);
  const timer = setTimeout(() => fail(new Error(`no connection within ${timeoutMs} ms`)), timeoutMs);
  socket.once(endpoint.kind === 'ssl' ? 'secureConnect' : 'connect', () => {
    release();
    socket.setNoDelay(true);
    onOpen(socket);
  });
  socket.once('error', fail);
  socket.once('close', closedEarly);
  return abandon;

  function fail(reason: Error): void {
    abandon();
    onFailure(reason);
  }
  function closedEarly(): void {
    fail(new Error('closed before the connection was up'));
  }
  function release(): void {
    clearTimeout(timer);
    socket.off('error', fail);
    socket.off('close', closedEarly);
  }
  function abandon(): void {
    release();
    socket.on('error', () => {});
    socket.destroy();
  }
}

function open(endpoint: Endpoint, tls: TlsIdentity | undefined): Socket {
  if (endpoint.kind === 'unix') return connectTcp({ path: endpoint.path });
  const { host, port } = endpoint;
  if (endpoint.kind === 'tcp') return connectTcp({ host, port, noDelay: true });
  return connectTls({
    host,
    port,
    ...tls,
    servername: isIP(host) ? '' : host,
    // As every OVS program does it: the CA signs the members of one closed system, and members are reached by addresses
    // that their certificates do not list. The chain is checked, the host name is not.
    checkServerIdentity: () => undefined,
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2',
  });
}
