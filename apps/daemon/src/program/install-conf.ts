// `--install-cni-config`: once, and only when a daemon says that an ADD would succeed: a runtime that finds a configuration
// begins to start pods.

import { request } from 'node:http';
import { assertConfFile } from '../conf/conf-file.ts';
import { conflist } from '../conf/conflist.ts';
import type { DaemonLog } from '../observability.ts';
import type { CniConfOptions } from '../options.ts';

export async function installConf(conf: CniConfOptions, socketPath: string, log: DaemonLog): Promise<void> {
  const status = await statusOf(socketPath);
  if (status !== 200) {
    log.info('no daemon is ready yet: it will install the CNI configuration itself', { status });
    return;
  }
  const written = await assertConfFile(conf, await conflist(conf, socketPath));
  log.info(written ? 'CNI configuration installed' : 'the CNI configuration is right', {});
}

function statusOf(socketPath: string): Promise<number | string> {
  const { promise, resolve } = Promise.withResolvers<number | string>();
  const call = request({ socketPath, path: '/api/v1/status', timeout: 2_000 }, (answer) => {
    answer.resume();
    resolve(answer.statusCode ?? 0);
  });
  call.on('timeout', () => call.destroy(new Error('no answer in time')));
  call.on('error', (error) => resolve(error.message));
  call.end();
  return promise;
}
