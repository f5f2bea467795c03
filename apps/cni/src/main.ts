// Entry of the binary. `native` is made by native/usock.c before this script runs.

import { CNI_CODE, renderFailure } from './cni-failure.ts';
import type { Host } from './host.ts';
import { run } from './run.ts';
import { LATEST_VERSION } from './versions.ts';

declare const native: Host & { finish(stdout: string, exitCode: number): never };

try {
  const { stdout, exitCode } = run(native);
  native.finish(stdout, exitCode);
} catch (thrown) {
  const msg = `defect in the kube-ovn CNI shim: ${String(thrown)}; please report it`;
  native.finish(renderFailure(LATEST_VERSION, { code: CNI_CODE.defect, msg }), 1);
}
