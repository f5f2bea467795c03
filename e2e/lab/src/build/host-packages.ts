// Debian packages that the machine itself must have to build the lab.

import type { Progress } from '@kube-ovn/testkit/launch';
import { capture, runTool } from './run-tool.ts';

const PACKAGES = ['buildah', 'ca-certificates', 'debian-archive-keyring', 'iproute2', 'mmdebstrap', 'util-linux'];

export async function installHostPackages(progress: Progress): Promise<void> {
  const missing = await missingPackages();
  if (missing.length === 0) return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const install = ['install', '--yes', '--no-install-recommends', ...missing];
  await progress.step(`Debian packages: ${missing.join(' ')}`, async () => {
    // The package lists of the machine may be good enough, and refreshing them is the slow part.
    if ((await capture('apt-get', install, { env })).code === 0) return;
    await capture('apt-get', ['update'], { env });
    await runTool('apt-get install', 'apt-get', install, {
      env,
      advice: `Install ${missing.join(', ')} yourself, then run the same command again.`,
    });
  });
}

async function missingPackages(): Promise<string[]> {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the fields are dpkg's
  const format = '--showformat=${Package} ${db:Status-Status}\\n';
  const { stdout } = await capture('dpkg-query', ['--show', format, ...PACKAGES]);
  const installed = new Set(stdout.split('\n').filter((line) => line.endsWith(' installed')));
  return PACKAGES.filter((name) => !installed.has(`${name} installed`));
}
