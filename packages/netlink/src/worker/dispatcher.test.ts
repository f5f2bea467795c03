// Which kind of failure reaches the client, and that one failure leaves the others alone.
import { constants } from 'node:os';
import { expect, test } from 'vitest';
import { Engine } from '../session/engine.ts';
import { Namespaces } from '../system/namespaces.ts';
import { Reactor } from '../system/reactor.ts';
import type { Syscalls } from '../system/syscalls.ts';
import { answeringSocket, bytesOf, fakeSyscalls } from '../testing/fake-syscalls.ts';
import { Dispatcher } from './dispatcher.ts';
import type { FromWorker } from './protocol.ts';

async function replyTo(kernel: Partial<Syscalls>, name: string, ...args: unknown[]): Promise<FromWorker | undefined> {
  const syscalls = fakeSyscalls({ open: () => 9, setNetns: () => 0, epollCreate: () => 8, ...kernel });
  const replies: FromWorker[] = [];
  const engine = new Engine(syscalls, new Namespaces(syscalls));
  const dispatcher = new Dispatcher(engine, new Reactor(syscalls), (reply) => replies.push(reply));
  dispatcher.handle({ kind: 'call', id: 7, name, args });
  dispatcher.endTurn();
  await new Promise(setImmediate);
  expect(replies).toHaveLength(1);
  return replies[0];
}

test('a refusal of the kernel', async () => {
  expect(await replyTo({ socket: () => -constants.errno.EMFILE }, 'links')).toEqual({
    kind: 'failure',
    id: 7,
    failure: { operation: 'open netlink socket', code: 'EMFILE', detail: undefined },
  });
});

test('a damaged answer', async () => {
  const kernel = answeringSocket(() => [bytesOf('01020304')]);
  expect(await replyTo(kernel, 'links')).toMatchObject({ failure: { operation: 'links', code: 'EBADMSG' } });
});

test('input that cannot be encoded, also in a task', async () => {
  const invalid = { failure: { code: 'EINVAL' } };
  expect(await replyTo({}, 'sysctl', undefined, 'kernel/hostname')).toMatchObject(invalid);
  expect(await replyTo({}, 'ping', 'nonsense', { timeoutMs: 1 })).toMatchObject(invalid);
});

test('a failure of what is done together reaches each caller', async () => {
  const kernel = { socket: () => -constants.errno.ENFILE };
  expect(await replyTo(kernel, 'deleteLink', 'x')).toMatchObject({ kind: 'failure', failure: { code: 'ENFILE' } });
});

test('an unknown operation is a bug, not a refusal', async () => {
  expect(await replyTo({}, 'noSuchOperation')).toMatchObject({ kind: 'bug', id: 7 });
});
