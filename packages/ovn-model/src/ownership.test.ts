import { expect, test } from 'vitest';
import { isOurs, ownedBy, ownerOf } from './ownership.ts';

test('a row is ours by its vendor alone, so that rows of an earlier Kube-OVN are', () => {
  expect(isOurs({ external_ids: { vendor: 'kube-ovn' } })).toBe(true);
  expect(isOurs({ external_ids: { vendor: 'other' } })).toBe(false);
  expect(isOurs({ external_ids: {} })).toBe(false);
  expect(isOurs({})).toBe(false);
});

test('only a row of ours has an owner', () => {
  expect(ownerOf({ external_ids: ownedBy('Subnet/a') })).toBe('Subnet/a');
  expect(ownerOf({ external_ids: { vendor: 'kube-ovn' } })).toBeUndefined();
  expect(ownerOf({ external_ids: { owner: 'Subnet/a' } })).toBeUndefined();
});

test('marks win over keys of the same name', () => {
  expect(ownedBy('Pod/a/b', { vendor: 'x', pod: 'a/b' })).toEqual({ vendor: 'kube-ovn', owner: 'Pod/a/b', pod: 'a/b' });
});
