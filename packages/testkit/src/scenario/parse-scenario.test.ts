import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { mismatch } from './mismatch.ts';
import { parseScenario, readContent } from './parse-scenario.ts';
import { identityOf, objectsOf } from './short-object.ts';
import { VOCABULARY } from './vocabulary.ts';

const parse = (text: string) => parseScenario(`# Title\n${text}`, 'a.scenario');

test('a scenario is a title, cases, settings, exceptions and steps', () => {
  const scenario = parse(`# cases: A1, KO-5565
config { defaultCidr: 10.0.0.0/16 }
except kill: too slow

given
  Node n1: { address: 172.18.0.2 }
for n in 1..3 apply
  Pod web-<n>: {}
expect row Logical_Router_Policy "31000 ip4.dst == 10.0.0.0/16" { action: allow }
`);
  expect(scenario).toMatchObject({
    title: 'Title',
    cases: ['A1', 'KO-5565'],
    config: { defaultCidr: '10.0.0.0/16' },
    exceptions: new Map([['kill', ' too slow']]),
  });
  expect(scenario.steps.map(({ words, line }) => [line, ...words])).toEqual([
    [6, 'given'],
    [8, 'apply'],
    [10, 'expect', 'row', 'Logical_Router_Policy', '31000 ip4.dst == 10.0.0.0/16'],
  ]);
  expect(scenario.steps[1]!.loop).toEqual({ name: 'n', from: 1, to: 3 });
  expect(readContent(scenario.steps[2]!, 'a.scenario')).toEqual({ action: 'allow' });
});

describe('what cannot be a step is refused with its line', () => {
  test.each([
    ['an unknown step', 'settel', 'a.scenario:2: there is no step "settel"'],
    ['content without a step', '  Pod a: {}', 'a.scenario:2: an indented line belongs to a step'],
    ['a step without its content', 'settle\napply', 'a.scenario:3: "apply" needs content'],
    ['content where none is', 'settle { a: 1 }', 'a.scenario:2: "settle" takes no content'],
    ['both kinds of content', 'apply { a: 1 }\n  b: 2', 'a.scenario:2: content stands either'],
    ['bad YAML', 'apply\n  a: 1\n  b: [', 'a.scenario:4: not readable as YAML'],
    ['an open quote', 'expect row "Logical', 'a.scenario:2: a quote is left open'],
  ])('%s', (_name, text, message) => {
    expect(() => parse(text)).toThrow(message);
  });

  test('a file without a title', () => {
    expect(() => parseScenario('settle', 'a.scenario')).toThrow('a.scenario:1: a scenario begins with a comment');
  });
});

describe('short objects', () => {
  test('annotations of the contract need no domain', () => {
    expect(
      objectsOf({ 'Pod shop/a': { on: 'n1', ip_address: '10.0.0.1', 'net1.default.ovn.kubernetes.io/vlan': 5 } }),
    ).toEqual([
      {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: {
          namespace: 'shop',
          name: 'a',
          annotations: { 'ovn.kubernetes.io/ip_address': '10.0.0.1', 'net1.default.ovn.kubernetes.io/vlan': '5' },
        },
        spec: { nodeName: 'n1', containers: [{ name: 'c', image: 'i' }] },
      },
    ]);
  });

  test('other kinds are their spec', () => {
    expect(objectsOf({ 'Subnet a': { cidrBlock: '10.0.0.0/16' } })).toEqual([
      { apiVersion: 'kubeovn.io/v1', kind: 'Subnet', metadata: { name: 'a' }, spec: { cidrBlock: '10.0.0.0/16' } },
    ]);
  });

  test('namespaced kinds live in default', () => {
    expect(identityOf('Pod', 'a')).toEqual({ namespace: 'default', name: 'a' });
    expect(identityOf('Subnet', 'a')).toEqual({ name: 'a' });
  });
});

describe('expected content', () => {
  test.each([
    ['a part of an object', { a: { b: 1 } }, { a: { b: 1, c: 2 }, d: 3 }],
    ['a number of any size', { a: 5 }, { a: 5n }],
    ['a pattern', '/.* 10.0.0.1/', '0a:00:00:00:00:01 10.0.0.1'],
    ['absence', { a: null }, { a: '' }],
    ['a set', ['a', 'b'], ['b', 'a']],
  ])('%s', (_name, expected, seen) => {
    expect(mismatch(expected, seen, { sets: true })).toBeUndefined();
  });

  test.each([
    ['another value', { a: { b: 1 } }, { a: { b: 2 } }, 'a.b: expected 1, seen 2'],
    ['a number as text', { a: 1 }, { a: '1' }, 'a: expected 1, seen "1"'],
    ['more than the list', { a: ['x'] }, { a: ['x', 'y'] }, 'a: expected ["x"], seen ["x","y"]'],
    ['nothing', { a: 1 }, {}, 'a: expected 1, seen nothing'],
  ])('not %s', (_name, expected, seen, message) => {
    expect(mismatch(expected, seen)).toBe(message);
  });
});

test('the README tells every step', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  for (const { usage } of VOCABULARY) expect(readme).toContain(`\`${usage}`);
});
