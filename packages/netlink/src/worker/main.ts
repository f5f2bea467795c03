// Entry of the worker thread that owns all netlink work. It sleeps in epoll_wait; the client wakes it by an eventfd.
// Each turn goes through the event loop once (setImmediate), which delivers the client's messages.
import { isMainThread, parentPort } from 'node:worker_threads';
import { netlinkError } from '../netlink-error.ts';
import { Engine } from '../session/engine.ts';
import { loadSyscalls } from '../system/libc.ts';
import { Namespaces } from '../system/namespaces.ts';
import { Reactor } from '../system/reactor.ts';
import { Dispatcher } from './dispatcher.ts';
import type { FromWorker, ToWorker } from './protocol.ts';
import { saysStop } from './wake.ts';

if (isMainThread || !parentPort) throw new Error('this file runs only as a worker of openNetlink()');
/** How often to look whether a socket closed in the background is closed. */
const CLOSING_WAIT_MS = 5;

run(parentPort);

function run(port: NonNullable<typeof parentPort>): void {
  const syscalls = loadSyscalls();
  const namespaces = new Namespaces(syscalls);
  const reactor = new Reactor(syscalls);
  const wake = syscalls.eventfd();
  if (wake < 0) throw netlinkError('create eventfd', -wake);
  const reply = (message: FromWorker) => port.postMessage(message);
  const engine = new Engine(syscalls, namespaces);
  const dispatcher = new Dispatcher(engine, reactor, reply);
  let open = true;

  const counter = new Uint8Array(8);
  reactor.onReadable(wake, () => {
    syscalls.read(wake, counter);
    if (saysStop(counter)) open = false;
  });

  port.on('message', (request: ToWorker) => {
    if (request.kind !== 'close') return dispatcher.handle(request);
    open = false;
    dispatcher.cancelAll();
  });

  // Promise reactions run only between turns: whatever settles promises must not be followed by a wait in the same turn.
  const turn = () => {
    const settled = dispatcher.endTurn();
    if (!settled && (open || engine.closer.busy)) reactor.turn(engine.closer.busy ? CLOSING_WAIT_MS : undefined);
    // The descriptors themselves are closed by the client, which also does so for a worker that died.
    if (open || settled || engine.closer.busy) setImmediate(turn);
    else port.close();
  };
  reply({ kind: 'ready', wake, descriptors: [wake, reactor.epoll, namespaces.home] });
  setImmediate(turn);
}
