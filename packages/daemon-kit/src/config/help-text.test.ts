import { expect, test } from 'vitest';
import * as z from 'zod';
import { defineConfig } from './define-config.ts';

const program = { name: 'kube-ovn-x', description: 'Explains itself.' };
const config = defineConfig({
  mtu: {
    flag: 'mtu',
    schema: z.number(),
    default: 0,
    group: 'Network',
    help: 'MTU of pods; 0 derives it.',
    chart: 'mtu',
  },
  node: { flag: 'node-name', env: 'NODE_NAME', schema: z.string().optional(), group: 'Network', help: 'This node.' },
  lb: { flag: 'enable-lb', schema: z.boolean(), default: true, group: 'Services', help: `${'word '.repeat(30)}end` },
  pod: { env: 'POD_NAME', schema: z.string().optional(), group: 'Network', help: 'This | pod.' },
  key: { flag: 'key', schema: z.string(), default: 's3cret', secret: true, group: 'Services', help: 'Key.' },
});

test('help groups, explains, and names default and environment', () => {
  const text = config.helpText(program, 80);
  expect(text).toContain('Usage: kube-ovn-x [flags]\n\nExplains itself.\n\nNetwork:\n');
  expect(text).toContain('  --mtu <n>\n      MTU of pods; 0 derives it. (default: 0)\n');
  expect(text).toContain('  --node-name <text>\n      This node. (env: NODE_NAME)\n');
  expect(text).toContain('  POD_NAME (environment only)\n');
  expect(text).toContain('Services:\n  --enable-lb\n');
  expect(text).toContain('--log_file_max_size <n>');
  expect(text).not.toContain('vmodule');
  expect(text).not.toContain('s3cret');
  expect(
    Math.max(
      ...text
        .split('\n')
        .slice(0, -4)
        .map((line) => line.length),
    ),
  ).toBeLessThanOrEqual(80);
});

test('markdown has one row an option', () => {
  const text = config.markdown(program);
  expect(text).toContain('# kube-ovn-x\n\nExplains itself.\n\n## Network\n');
  expect(text).toContain('| `--mtu` | `0` |  | `mtu` | MTU of pods; 0 derives it. |');
  expect(text).toContain('|  |  | `POD_NAME` |  | This \\| pod. |');
  expect(text).not.toContain('s3cret');
});
