import { describe, expect, test } from 'vitest';
import { checkCycles } from './cycles.mjs';
import { importsOf } from './imports.mjs';
import { checkLayers } from './layers.mjs';
import { checkNames } from './names.mjs';
import { checkSizes } from './sizes.mjs';

const lines = (/** @type {number} */ count) => 'x\n'.repeat(count);

describe('layers', () => {
  const workspace = (/** @type {string} */ folder, /** @type {string[]} */ ...dependencies) => ({
    name: `@kube-ovn/${folder.split('/')[1]}`,
    folder,
    dependencies,
    doors: folder === 'apps/controller' ? ['.', './build'] : ['.'],
  });
  const workspaces = [
    workspace('packages/errors'),
    workspace('packages/ipam', '@kube-ovn/errors', '@kube-ovn/crds'),
    workspace('packages/crds', '@kube-ovn/errors', 'zod'),
    workspace('packages/kube', '@kube-ovn/errors'),
    workspace('packages/testkit', '@kube-ovn/crds'),
    workspace('apps/daemon', '@kube-ovn/ipam', '@kube-ovn/controller'),
    workspace('apps/controller', '@kube-ovn/ipam'),
    workspace('e2e/bench', '@kube-ovn/controller'),
  ];
  const check = (/** @type {string} */ path, /** @type {string} */ specifier) =>
    checkLayers([{ path, text: `import { a } from '${specifier}';\n` }], workspaces).map(({ why }) => why);

  test.each([
    ['downwards', 'packages/ipam/src/a.ts', '@kube-ovn/errors'],
    ['an app to a package', 'apps/daemon/src/a.ts', '@kube-ovn/ipam'],
    ['e2e to an app', 'e2e/bench/src/main.ts', '@kube-ovn/controller'],
    ['a door of its own', 'e2e/bench/src/main.ts', '@kube-ovn/controller/build'],
    ['inside the package', 'packages/ipam/src/deep/a.ts', '../b.ts'],
    ['a declared dependency', 'packages/crds/src/a.ts', 'zod'],
    ['node itself', 'packages/kube/src/a.ts', 'node:fs'],
    ['a test to the harness', 'packages/ipam/src/a.test.ts', '@kube-ovn/testkit'],
    ['a test to its tools', 'packages/ipam/src/a.test.ts', 'vitest'],
    ['a build script to its tools', 'apps/daemon/scripts/build.ts', 'esbuild'],
  ])('%s is fine', (_name, path, specifier) => {
    expect(check(path, specifier)).toEqual([]);
  });

  test.each([
    ['upwards', 'packages/ipam/src/a.ts', '@kube-ovn/testkit', 'ipam may not know testkit'],
    ['sideways', 'packages/ipam/src/a.ts', '@kube-ovn/crds', 'ipam may not know crds'],
    ['between apps', 'apps/daemon/src/a.ts', '@kube-ovn/controller', 'apps/daemon may not know apps/controller'],
    ['from a package that stands alone', 'packages/kube/src/a.ts', '@kube-ovn/errors', 'kube may not know errors'],
    ['a test upwards past the harness', 'packages/ipam/src/a.test.ts', '@kube-ovn/controller', 'ipam may not know'],
    ['deep', 'apps/daemon/src/a.ts', '@kube-ovn/ipam/src/x.ts', 'only what its package.json exports'],
    ['across folders', 'apps/daemon/src/a.ts', '../../../packages/ipam/src/x.ts', 'leaves its package'],
    ['undeclared', 'packages/ipam/src/a.ts', 'zod', 'is not declared'],
    ['unknown', 'packages/ipam/src/a.ts', '@kube-ovn/nosuch', 'there is no such package'],
    ['itself by name', 'packages/ipam/src/a.ts', '@kube-ovn/ipam', 'ipam may not know ipam'],
  ])('%s is refused', (_name, path, specifier, why) => {
    expect(check(path, specifier)).toEqual([expect.stringContaining(why)]);
  });

  test('a package without a layer is a bug of the rule', () => {
    const files = [{ path: 'packages/new/src/a.ts', text: "import '@kube-ovn/errors';\n" }];
    expect(() => checkLayers(files, [...workspaces, workspace('packages/new')])).toThrow('has no layer');
  });
});

test('imports are read in every form, and comments are not', () => {
  const text = `
// import 'no-comment';
/* import 'no-block'; */
import a from 'default';
import * as b from "star";
import { c, type D } from 'mixed';
import {
  e,
  f,
} from 'many-lines';
import type { G } from 'types';
import { type H, type I } from 'inline-types';
import 'effect';
export { j } from 'again';
export * from 'all';
const later = await import('dynamic');
const text = "not from 'here'";
`;
  const found = importsOf(text);
  expect(found.filter(({ typeOnly }) => !typeOnly).map(({ specifier }) => specifier)).toEqual([
    ...['default', 'star', 'mixed', 'many-lines', 'effect', 'again', 'all', 'dynamic'],
  ]);
  expect(found.filter(({ typeOnly }) => typeOnly).map(({ specifier }) => specifier)).toEqual(['types', 'inline-types']);
});

describe('cycles', () => {
  test('a ring is shown as a way', () => {
    const files = [
      { path: 'p/a.ts', text: "import { b } from './b.ts';\n" },
      { path: 'p/b.ts', text: "import { c } from './deep/c.ts';\n" },
      { path: 'p/deep/c.ts', text: "import { a } from '../a.ts';\n" },
    ];
    expect(checkCycles(files)).toEqual([
      { path: 'p/a.ts', why: 'imports itself: p/a.ts -> p/b.ts -> p/deep/c.ts -> p/a.ts' },
    ]);
  });

  test('types may look back', () => {
    const files = [
      { path: 'p/a.ts', text: "import { b } from './b.ts';\n" },
      { path: 'p/b.ts', text: "import type { A } from './a.ts';\n" },
    ];
    expect(checkCycles(files)).toEqual([]);
  });
});

describe('sizes', () => {
  test('one giant is refused', () => {
    expect(
      checkSizes([
        { path: 'a.ts', text: lines(401) },
        { path: 'b.ts', text: lines(1) },
        { path: 'c.ts', text: '' },
      ]),
    ).toEqual([{ path: 'a.ts', why: expect.stringContaining('401 lines') }]);
  });

  test('many big files are refused by their median', () => {
    const files = [1, 2, 3].map((n) => ({ path: `${n}.ts`, text: lines(80 + n) }));
    expect(checkSizes(files).map(({ path }) => path)).toEqual(['3.ts', '2.ts', '1.ts']);
  });

  test('tests and tables may be long', () => {
    const files = [
      { path: 'a.test.ts', text: lines(900) },
      { path: 'b.ts', text: `// table: every option\n${lines(900)}` },
      { path: 'c.ts', text: lines(80) },
    ];
    expect(checkSizes(files)).toEqual([]);
  });
});

describe('names', () => {
  test.each(['packages/a/src/named-uuid.ts', 'a/ipv4-text.prop.test.ts', 'scripts/run.mjs'])('%s is fine', (path) => {
    expect(checkNames([{ path, text: '' }])).toEqual([]);
  });

  test.each([
    ['a/namedUuid.ts', '"namedUuid" is not kebab-case'],
    ['a/Deep/b.ts', '"Deep" is not kebab-case'],
    ['a/named_uuid.ts', '"named_uuid" is not kebab-case'],
    ['a/utils.ts', '"utils" says nothing'],
    ['a/common/b.ts', '"common" says nothing'],
    ['a/misc.test.ts', '"misc" says nothing'],
  ])('%s is refused', (path, why) => {
    expect(checkNames([{ path, text: '' }])).toEqual([{ path, why: expect.stringContaining(why) }]);
  });
});
