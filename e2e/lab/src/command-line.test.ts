import { PlainError } from '@kube-ovn/testkit/launch';
import { describe, expect, test } from 'vitest';
import { parseCommandLine } from './command-line.ts';

const DEFAULTS = { nodes: 3, stack: 'dual', network: 'kube-ovn', kubeProxy: true };

test.each([
  [['up'], { verb: 'up', options: DEFAULTS, values: [] }],
  [
    [
      'up',
      '--nodes',
      '5',
      '--stack',
      'ipv6',
      '--cni',
      'none',
      '--without-kube-proxy',
      '--values',
      'a',
      '--values',
      'b',
    ],
    { verb: 'up', options: { nodes: 5, stack: 'ipv6', network: 'none', kubeProxy: false }, values: ['a', 'b'] },
  ],
  [['build', '--suites'], { verb: 'build', suites: true }],
  [['down'], { verb: 'down' }],
  [['shell', 'worker-1'], { verb: 'shell', node: 'worker-1', command: [] }],
  [['shell', 'worker-1', 'ip', '-6', 'route'], { verb: 'shell', node: 'worker-1', command: ['ip', '-6', 'route'] }],
  [['logs', 'worker-1', 'kubelet'], { verb: 'logs', node: 'worker-1', program: 'kubelet' }],
  [['restart', 'worker-1'], { verb: 'restart', node: 'worker-1', program: undefined }],
  [['stop', 'worker-1'], { verb: 'stop', node: 'worker-1' }],
  [['replace', 'worker-1'], { verb: 'replace', node: 'worker-1' }],
  [['add-node'], { verb: 'add-node' }],
  [['load-image', 'x.tar'], { verb: 'load-image', image: 'x.tar' }],
  [['kubectl', 'get', 'pods', '-A', '--help'], { verb: 'kubectl', args: ['get', 'pods', '-A', '--help'] }],
  [['suite', 'cnitool', '--focus', 'ADD'], { verb: 'suite', suite: 'cnitool', focus: 'ADD' }],
])('%j', (argv, expected) => {
  expect(parseCommandLine(argv)).toEqual(expected);
});

describe('refused in plain words', () => {
  test.each([
    [['up', '--nodes', '0']],
    [['up', '--nodes', 'many']],
    [['up', '--stack', 'ipv5']],
    [['up', '--cni', 'flannel']],
    [['up', '--twice']],
    [['suite', 'everything']],
    [['sideways']],
  ])('%j', (argv) => {
    expect(() => parseCommandLine(argv)).toThrow(PlainError);
  });
});
