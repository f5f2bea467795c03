import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { KubeClient } from './client.ts';
import { LeaderElection, type LeaderElectionOptions } from './leader-election.ts';
import type { LeaseSpec } from './lease.ts';
import { FakeObjects } from './testing/fake-objects.ts';
import { type FaultServer, reset, stall, startFaultServer, status } from './testing/fault-server.ts';
import { until } from './testing/until.ts';

const PATH = '/apis/coordination.k8s.io/v1/namespaces/kube-system/leases/kube-ovn-controller';

let server: FaultServer;
let api: FakeObjects;
let client: KubeClient;
let lost: string[];
let clock: number;
const open: LeaderElection[] = [];

beforeEach(async () => {
  server = await startFaultServer();
  api = new FakeObjects(server);
  client = new KubeClient(server.config);
  lost = [];
  clock = 0;
});

afterEach(async () => {
  for (const election of open.splice(0)) await election.release();
  client.close();
  await server.close();
});

function candidate(identity: string, options: Partial<LeaderElectionOptions> = {}): LeaderElection {
  const election = new LeaderElection({
    client,
    name: 'kube-ovn-controller',
    namespace: 'kube-system',
    identity,
    leaseDurationMs: 400,
    renewDeadlineMs: 200,
    retryPeriodMs: 5,
    onLost: (why) => lost.push(`${identity}: ${why.message}`),
    ...options,
  });
  open.push(election);
  return election;
}

function lease(): LeaseSpec {
  return api.objects.get(PATH)?.spec as LeaseSpec;
}

describe('acquire', () => {
  test('creates the lease and renews it', async () => {
    const a = candidate('a');
    await a.acquire();
    expect(a.isLeader).toBe(true);
    expect(lease()).toMatchObject({ holderIdentity: 'a', leaseDurationSeconds: 1, leaseTransitions: 0 });
    expect(lease().renewTime).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
    const first = api.version;
    await until(() => api.version > first + 3);
    expect(a.isLeader).toBe(true);
    const reads = server.requests.filter((request) => request.method === 'GET');
    expect(reads).toHaveLength(1);
  });

  test('waits for a lease that others renew, takes it when it stood still for its duration', async () => {
    const a = candidate('a');
    await a.acquire();
    const b = candidate('b', { now: () => clock });
    const acquired = b.acquire();
    await until(() => b.leader === 'a');
    clock += 999;
    await a.release();
    const stale = api.objects.get(PATH)!;
    api.objects.set(PATH, { ...stale, spec: { ...lease(), holderIdentity: 'a', leaseDurationSeconds: 30 } });
    stale.metadata.resourceVersion = String(++api.version);
    const seen = server.requests.length;
    await until(() => server.requests.length > seen + 4);
    expect(b.isLeader).toBe(false);
    clock += 30_001;
    await acquired;
    expect(lease()).toMatchObject({ holderIdentity: 'b', leaseTransitions: 1 });
  });

  test('never two at once: the loser of a race goes on waiting', async () => {
    const candidates = ['a', 'b', 'c', 'd'].map((identity) => candidate(identity));
    const abort = new AbortController();
    const races = candidates.map((election) => election.acquire(abort.signal).catch(() => undefined));
    await Promise.race(races);
    await until(() => server.requests.length > 30);
    expect(candidates.filter((election) => election.isLeader)).toHaveLength(1);
    abort.abort();
    await Promise.all(races);
  });

  test('a restarted container with the same identity leads at once', async () => {
    await candidate('a').acquire();
    const again = candidate('a');
    await again.acquire();
    expect(lease().leaseTransitions).toBe(0);
  });

  test('goes on through errors of the server; an abort ends it', async () => {
    const errors: string[] = [];
    api.faults.push(status(500, 'InternalError'), status(403, 'Forbidden'));
    await candidate('a', { onError: (error) => errors.push(error.message) }).acquire();
    expect(errors).toHaveLength(2);
    const abort = new AbortController();
    const waiting = candidate('b').acquire(abort.signal);
    abort.abort(new Error('stop'));
    await expect(waiting).rejects.toThrow('stop');
  });
});

describe('losing', () => {
  test('no answer within the renew deadline, told once', async () => {
    const a = candidate('a');
    await a.acquire();
    api.faults.push(...Array.from({ length: 1000 }, (_, n) => (n % 2 ? reset : stall)));
    await until(() => lost.length > 0);
    expect(lost).toEqual(['a: lease not renewed within 200 ms']);
    expect(a.isLeader).toBe(false);
    await a.release();
    expect(lost).toHaveLength(1);
    api.faults.length = 0;
    expect(lease().holderIdentity).toBe('a');
  });

  test('somebody else holds it', async () => {
    const a = candidate('a');
    await a.acquire();
    const stored = api.objects.get(PATH)!;
    const metadata = { ...stored.metadata, resourceVersion: String(++api.version) };
    api.objects.set(PATH, { ...stored, metadata, spec: { holderIdentity: 'thief', leaseDurationSeconds: 30 } });
    await until(() => lost.length > 0);
    expect(lost).toEqual(['a: lease taken by thief']);
  });

  test('single failures do not matter', async () => {
    const a = candidate('a');
    await a.acquire();
    for (let n = 0; n < 5; n++) {
      api.faults.push(reset, status(500, 'InternalError'), status(409, 'Conflict'));
      const before = api.version;
      await until(() => api.faults.length === 0 && api.version > before);
    }
    expect(a.isLeader).toBe(true);
    expect(lost).toEqual([]);
  });
});

describe('release', () => {
  test('frees the lease, the next one need not wait', async () => {
    const a = candidate('a');
    await a.acquire();
    await a.release();
    expect(lease()).toMatchObject({ holderIdentity: '', leaseDurationSeconds: 1 });
    expect(lost).toEqual([]);
    const b = candidate('b', { now: () => clock });
    await b.acquire();
    expect(lease()).toMatchObject({ holderIdentity: 'b', leaseTransitions: 1 });
  });
});

test('times that could make two leaders are refused', () => {
  expect(() => candidate('a', { renewDeadlineMs: 400 })).toThrow(RangeError);
  expect(() => candidate('a', { retryPeriodMs: 190 })).toThrow(RangeError);
});
