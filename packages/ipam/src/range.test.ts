import { describe, expect, test } from 'vitest';
import { normaliseRanges, parseRanges } from './interval-set.ts';
import { formatRange, parseRange } from './range.ts';

describe('text of a range', () => {
  test.each([
    ['10.0.0.1', '10.0.0.1'],
    ['10.0.0.1..10.0.0.9', '10.0.0.1..10.0.0.9'],
    ['10.0.0.9..10.0.0.9', '10.0.0.9'],
    [' 10.0.0.1 .. 10.0.0.2 ', '10.0.0.1..10.0.0.2'],
    ['10.0.10.16/29', '10.0.10.16..10.0.10.23'],
    ['FD00::1..fd00::FF', 'fd00::1..fd00::ff'],
    ['fd00::/126', 'fd00::..fd00::3'],
  ])('%s -> %s', (text, expected) => {
    const range = parseRange(text);
    expect(range.ok && formatRange(range.value)).toBe(expected);
  });

  test.each([
    '',
    '..',
    '10.0.0.1..',
    '10.0.0.2..10.0.0.1',
    '10.0.0.1..fd00::1',
    '10.0.0.1..10.0.0.2..10.0.0.3',
    '10.0.0.1-10.0.0.2',
    '10.0.0.0/40',
  ])('refused: "%s"', (text) => {
    const range = parseRange(text);
    expect(range.ok ? range.value : range.error.code).toBe('ERR_RANGE_INVALID');
  });
});

test('a list is merged and sorted, families apart, the gateways included', () => {
  const list = ['10.0.6.20..10.0.6.255', '10.0.6.2', 'fd00::9', '10.0.6.3..10.0.6.5', '10.0.6.30'];
  expect(normaliseRanges(list, ['10.0.6.1', 'fd00::1'])).toEqual({
    ok: true,
    value: ['10.0.6.1..10.0.6.5', '10.0.6.20..10.0.6.255', 'fd00::1', 'fd00::9'],
  });
});

test('the first bad item of a list is the error', () => {
  const parsed = parseRanges(['10.0.0.1', 'bad', 'worse']);
  expect(parsed.ok ? undefined : parsed.error.params).toEqual({ text: 'bad' });
});
