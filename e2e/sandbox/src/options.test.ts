import { PlainError } from '@kube-ovn/testkit/launch';
import { expect, test } from 'vitest';
import { parseOptions } from './options.ts';

test('without arguments: three nodes, both families, stays up', () => {
  expect(parseOptions([])).toEqual({ once: false, nodes: 3, stack: 'dual' });
});

test('every option', () => {
  const options = parseOptions(['--once', '--json', 'out.json', '--nodes', '5', '--stack', 'ipv6']);
  expect(options).toEqual({ once: true, json: 'out.json', nodes: 5, stack: 'ipv6' });
});

test.each([[['--nodes', '1']], [['--nodes', 'many']], [['--stack', 'ipv5']], [['--twice']], [['extra']]])(
  '%j is refused in plain words',
  (args) => {
    expect(() => parseOptions(args)).toThrow(PlainError);
  },
);
