import type { ApiError, ApiResult, KubeClient } from '@kube-ovn/kube';
import { describe, expect, test } from 'vitest';
import { ApiWriter } from './api-writer.ts';
import type { ApiWrite } from './facts.ts';
import type { ObjectStores } from './stores.ts';

const PATCH: ApiWrite = {
  verb: 'patch',
  kind: 'Subnet',
  key: 'a',
  patch: { spec: { gateway: '10.0.0.1' } },
  afterCommit: false,
};

describe('a client call that throws', () => {
  test.each([
    ['at once', throwNow],
    ['later', async () => throwNow()],
  ])('%s is a failed write like any other', async (_when, mergePatch) => {
    const { writer, failed } = writerOn({ mergePatch } as unknown as KubeClient);
    writer.write('Subnet/a', PATCH);
    await writer.settled();
    expect(failed.map(({ owner, error }) => [owner, error.status, error.message])).toEqual([
      ['Subnet/a', 0, 'a defect'],
    ]);
    expect([writer.pending, writer.accepted]).toEqual([0, 0]);
  });

  test('is answered to who waits, and what comes behind it goes on', async () => {
    let calls = 0;
    const mergePatch = async (): Promise<ApiResult<unknown>> =>
      ++calls === 1 ? throwNow() : { ok: true, value: undefined };
    const { writer, failed } = writerOn({ mergePatch } as unknown as KubeClient);
    const [first, second] = await Promise.all([writer.send('Subnet/a', PATCH), writer.send('Subnet/a', PATCH)]);
    expect([first?.ok, second?.ok, failed.length, writer.accepted]).toEqual([false, true, 1, 1]);
  });
});

function throwNow(): never {
  throw new TypeError('a defect');
}

function writerOn(client: KubeClient) {
  const failed: { owner: string; error: ApiError }[] = [];
  const writer = new ApiWriter({
    client,
    stores: {} as ObjectStores,
    maxInFlight: 1,
    onFailed: (owner, _write, error) => failed.push({ owner, error }),
    signal: new AbortController().signal,
  });
  return { writer, failed };
}
