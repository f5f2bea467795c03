// CNI_ARGS: "KEY=value;KEY=value". Unknown keys are ignored, whatever IgnoreUnknown says: we never act on them.

import { ok, type Result } from '@kube-ovn/errors';
import { CNI_CODE, type CniFailure, failure } from './cni-failure.ts';
import { excerpt } from './json.ts';

export function parseCniArgs(text: string): Result<Readonly<Record<string, string>>, CniFailure> {
  const args: Record<string, string> = Object.create(null);
  for (const pair of text.split(';')) {
    if (pair.trim() === '') continue;
    const equals = pair.indexOf('=');
    if (equals <= 0) {
      return failure(
        CNI_CODE.invalidEnvironment,
        `CNI_ARGS has a part "${excerpt(pair)}" that is not KEY=value; write CNI_ARGS="KEY=value;KEY=value"`,
      );
    }
    args[pair.slice(0, equals).trim()] = pair.slice(equals + 1);
  }
  return ok(args);
}
