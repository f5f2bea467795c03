// The npm packages with native code, for each type of processor. koffi's integrity is the lock file's; Node for the other
// processor is in no lock file, so it is pinned here.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Architecture } from './debian-lock.ts';
import type { NpmPackage } from './npm-package.ts';
import { ROOT } from './paths.ts';

const NODE_VERSION = '24.21.0';
const NODE_INTEGRITY: Readonly<Record<Architecture, string>> = {
  amd64: 'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  arm64: 'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
};

export interface NativePackages {
  readonly node: NpmPackage;
  readonly koffi: NpmPackage;
  /** Its compiled half. */
  readonly koffiBinary: NpmPackage;
}

export function npmName(architecture: Architecture): string {
  return architecture === 'amd64' ? 'x64' : architecture;
}

export function nativePackages(architecture: Architecture): NativePackages {
  const locked = readLock();
  if (locked('node').version !== NODE_VERSION) {
    throw new Error(
      `package-lock.json has Node ${locked('node').version}; pin it in images/src/native-packages.ts too`,
    );
  }
  return {
    node: {
      name: `node-linux-${npmName(architecture)}`,
      version: NODE_VERSION,
      integrity: NODE_INTEGRITY[architecture],
      license: 'MIT',
    },
    koffi: locked('koffi'),
    koffiBinary: locked(`@koromix/koffi-linux-${npmName(architecture)}`),
  };
}

/** Answers with what the lock file says about a package at the top of node_modules, or below one. */
export function readLock(): (path: string) => NpmPackage {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, { version: string; integrity: string; license?: string }>>;
  };
  return (path) => {
    const found = packages[`node_modules/${path}`];
    if (!found) throw new Error(`package-lock.json does not have ${path}`);
    const { version, integrity, license = 'NOASSERTION' } = found;
    return { name: path.split('node_modules/').at(-1)!, version, integrity, license };
  };
}
