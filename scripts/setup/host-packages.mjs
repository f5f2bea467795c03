// Debian packages of the machine itself: only what makes the trees and enters namespaces.

import { diagnose } from './diagnosis.mjs';
import { capture } from './run-tool.mjs';
import { step } from './step.mjs';

// The keyring lets an Ubuntu machine check Debian's signatures.
const HOST_PACKAGES = ['ca-certificates', 'debian-archive-keyring', 'iproute2', 'mmdebstrap', 'util-linux'];

/** @param {AbortSignal} [signal] */
export async function installHostPackages(signal) {
  const missing = await missingPackages(HOST_PACKAGES);
  await step(
    `Debian packages: ${missing.join(' ')}`,
    () => missing.length === 0,
    async () => {
      const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
      const install = ['install', '--yes', '--no-install-recommends', ...missing];
      // The package lists of the machine may be good enough, and refreshing them is the slow part.
      if ((await capture('apt-get', install, { env, signal })).code === 0) return;
      // A foreign source of the machine that cannot be refreshed need not matter; the install tells.
      const update = await capture('apt-get', ['update'], { env, signal });
      const retry = await capture('apt-get', install, { env, signal });
      if (retry.code !== 0) throw diagnose('apt-get install', update.output + retry.output);
    },
  );
}

/** @param {readonly string[]} packages */
async function missingPackages(packages) {
  const { output } = await capture('dpkg-query', [
    '--show',
    '--showformat',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the fields are dpkg's
    '${Package} ${db:Status-Status}\\n',
    ...packages,
  ]);
  const installed = new Set(
    output
      .split('\n')
      .filter((line) => line.endsWith(' installed'))
      .map((line) => line.split(' ')[0]),
  );
  return packages.filter((name) => !installed.has(name));
}
