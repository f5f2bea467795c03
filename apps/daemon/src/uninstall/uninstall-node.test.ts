import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openNetworkNamespace, skipReason } from '@kube-ovn/testkit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { removeCni, removeFolders } from './files.ts';
import { endPrograms } from './programs.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'uninstall-'));
});
afterEach(() => rm(root, { recursive: true }));

test('only what is ours is removed from the CNI folders', async () => {
  await mkdir(join(root, 'etc/cni/net.d'), { recursive: true });
  await mkdir(join(root, 'opt/cni/bin'), { recursive: true });
  for (const name of ['01-kube-ovn.conflist', '01-kube-ovn.conflist.tmp.1', '10-other.conflist']) {
    await writeFile(join(root, 'etc/cni/net.d', name), '');
  }
  for (const name of ['kube-ovn', 'portmap']) await writeFile(join(root, 'opt/cni/bin', name), '');
  await removeCni(root, '/etc/cni/net.d', '/opt/cni/bin');
  expect(await readdir(join(root, 'etc/cni/net.d'))).toEqual(['10-other.conflist']);
  expect(await readdir(join(root, 'opt/cni/bin'))).toEqual(['portmap']);
});

test('folders go with their content, and the parent that was made for them', async () => {
  await mkdir(join(root, 'etc/origin/ovn/deep'), { recursive: true });
  expect(await removeFolders(root, ['/etc/origin/ovn', '/run/none'])).toEqual(['/etc/origin/ovn']);
  expect(await readdir(join(root, 'etc'))).toEqual([]);
  expect(await removeFolders(root, ['/etc/origin/ovn'])).toEqual([]);
});

test('a pid file whose number belongs to somebody else harms nobody', async () => {
  await writeFile(join(root, 'ovs-vswitchd.pid'), String(process.pid));
  expect(await endPrograms([root], 100)).toEqual([]);
});

const reason = skipReason('chassis');
describe.skipIf(reason)(`links of a node${reason ? ` (${reason})` : ''}`, () => {
  test('the NIC gets its address and routes back, ours go, others stay; a second time nothing happens', async () => {
    const namespace = await openNetworkNamespace();
    try {
      for (const link of ['eth1', 'br-phy', 'ovn0', '0123456789ab_h', 'other_h']) {
        await namespace.ip('link', 'add', link, 'type', 'veth', 'peer', 'name', `p${link.slice(0, 8)}`);
        await namespace.ip('link', 'set', link, 'up');
        await namespace.ip('link', 'set', `p${link.slice(0, 8)}`, 'up');
      }
      await namespace.ip('address', 'add', '172.19.0.2/24', 'dev', 'br-phy');
      await namespace.ip('route', 'add', '10.9.0.0/16', 'via', '172.19.0.1', 'dev', 'br-phy');
      const script = join(import.meta.dirname, '../testing/uninstall-links.ts');
      const run = async () => {
        const args = [`--net=${namespace.path}`, '--', process.execPath, script, 'br-phy', 'eth1'];
        return JSON.parse((await promisify(execFile)('nsenter', args)).stdout) as unknown;
      };
      expect(await run()).toEqual({ given: ['172.19.0.2/24'], removed: ['br-phy', 'ovn0', '0123456789ab_h'] });
      expect(await namespace.ip('-o', 'address', 'show', 'dev', 'eth1')).toContain('172.19.0.2/24');
      expect(await namespace.ip('route', 'show', '10.9.0.0/16')).toContain('via 172.19.0.1 dev eth1');
      expect(await run()).toEqual({ given: [], removed: [] });
    } finally {
      await namespace.close();
    }
  });
});
