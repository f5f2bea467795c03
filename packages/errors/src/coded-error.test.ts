import { expect, test } from 'vitest';
import { codedError, toError } from './coded-error.ts';
import { failWith, ok } from './result.ts';

test('parameters go into the message, and the spec is at hand', () => {
  const error = codedError('ERR_IPAM_NO_SUBNET', { subnet: 'net1' });
  expect(error.message).toBe('NoSubnet: subnet net1 does not exist');
  expect([error.code, error.retry, error.reason, error.params]).toEqual([
    'ERR_IPAM_NO_SUBNET',
    'wait',
    'AcquireAddressFailed',
    { subnet: 'net1' },
  ]);
});

test('a placeholder without a parameter stays visible', () => {
  expect(codedError('ERR_IPAM_NO_SUBNET').message).toContain('{subnet}');
});

test('the cause is kept', () => {
  const cause = new Error('why');
  expect(codedError('ERR_CIDR_INVALID', { text: 'x' }, cause).cause).toBe(cause);
  const failure = failWith('ERR_CIDR_INVALID', { text: 'x' }, cause);
  expect(failure.error.cause).toBe(cause);
});

test('whatever was thrown becomes an Error', () => {
  const error = new Error('x');
  expect(toError(error)).toBe(error);
  expect(toError('text').message).toBe('text');
  expect(toError({ a: 1 })).toMatchObject({ cause: { a: 1 } });
});

test('a result is one or the other', () => {
  expect(ok(1)).toEqual({ ok: true, value: 1 });
  expect(failWith('ERR_CIDR_INVALID', { text: 'x' }).ok).toBe(false);
});
