// Finds a directory with the real OVS and OVN programs, and runs them by their own loader, without chroot.
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

const REPOSITORY = resolve(import.meta.dirname, '../../../..');

/** KUBE_OVN_ROOT, or the first `.cache/root-*` of the repository; undefined when there is none. */
export function dataPlaneRoot(): string | undefined {
  const cache = join(REPOSITORY, '.cache');
  const cached = existsSync(cache) ? readdirSync(cache).filter((name) => name.startsWith('root-')) : [];
  const candidates = [process.env.KUBE_OVN_ROOT ?? '', ...cached.sort().map((name) => join(cache, name))];
  return candidates.find((root) => root !== '' && existsSync(join(root, 'usr/sbin/ovsdb-server')));
}

/** The command line that runs a program of the root, for example `usr/bin/ovsdb-tool`. */
export function rootCommand(root: string, program: string): [command: string, args: string[]] {
  const libraries = ['lib/x86_64-linux-gnu', 'usr/lib/x86_64-linux-gnu'].map((path) => join(root, path)).join(':');
  return [join(root, 'lib64/ld-linux-x86-64.so.2'), ['--library-path', libraries, join(root, program)]];
}

export function schemaFile(root: string, database: string): string {
  const files: Record<string, string> = {
    OVN_Northbound: 'usr/share/ovn/ovn-nb.ovsschema',
    OVN_Southbound: 'usr/share/ovn/ovn-sb.ovsschema',
    Open_vSwitch: 'usr/share/openvswitch/vswitch.ovsschema',
  };
  return join(root, files[database]!);
}
