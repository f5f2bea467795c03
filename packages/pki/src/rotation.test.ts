import { describe, expect, test } from 'vitest';
import { isSignedBy, readCertificates } from './pem.ts';
import { DEFAULT_POLICY, type RotationPolicy, type RotationStep, rotate, type StoredTls } from './rotation.ts';

const NOTHING: StoredTls = { trusted: '', certificate: '', key: '', authorityKeys: '' };
const DAY = 86_400_000;
const START = Date.parse('2026-01-01T00:00:00Z');
const POLICY: RotationPolicy = { intervalMs: 10 * DAY, authorityLifetimeMs: 100 * DAY, settleMs: 60_000 };

function first(policy = POLICY): RotationStep {
  return rotate(NOTHING, START, policy);
}

const trustedOf = (stored: StoredTls) => readCertificates(stored.trusted);
const leafOf = (stored: StoredTls) => readCertificates(stored.certificate)[0]!;

describe('rotate', () => {
  test('the beginning: one authority, one certificate of it', () => {
    const { stored, reasons } = first();
    expect(reasons).toEqual(['there is no authority', 'there is no certificate']);
    expect(trustedOf(stored)).toHaveLength(1);
    expect(isSignedBy(leafOf(stored), trustedOf(stored)[0]!)).toBe(true);
  });

  test('nothing changes in between', () => {
    const { stored, nextAt } = first();
    expect(nextAt).toBeGreaterThan(START);
    for (const at of [START, START + 1000, START + 9 * DAY]) {
      expect(rotate(stored, at, POLICY)).toMatchObject({ stored, reasons: [] });
    }
  });

  test('the certificate is renewed at half of its life, by the same authority', () => {
    const { stored } = first();
    const later = rotate(stored, START + 10 * DAY, POLICY);
    expect(later.reasons).toEqual(['the certificate is past half of its life']);
    expect(later.stored.trusted).toBe(stored.trusted);
    expect(later.stored.certificate).not.toBe(stored.certificate);
    expect(leafOf(later.stored).notAfter).toBe(START + 30 * DAY);
  });

  test('a new authority is trusted before it signs, and the old one stays until everybody has moved', () => {
    let { stored } = first();
    stored = rotate(stored, START + 49 * DAY, POLICY).stored;
    const introduced = rotate(stored, START + 50 * DAY, POLICY);
    expect(trustedOf(introduced.stored)).toHaveLength(2);
    expect(introduced.stored.certificate).toBe(stored.certificate);
    expect(introduced.nextAt).toBe(START + 50 * DAY + 60_000);

    const signing = rotate(introduced.stored, introduced.nextAt, POLICY);
    expect(signing.reasons).toEqual(['a newer authority signs now']);
    expect(trustedOf(signing.stored)).toHaveLength(2);
    expect(isSignedBy(leafOf(signing.stored), trustedOf(signing.stored)[1]!)).toBe(true);

    const alone = rotate(signing.stored, signing.nextAt, POLICY);
    expect(alone.reasons).toEqual(['an authority is no longer needed']);
    expect(trustedOf(alone.stored)).toHaveLength(1);
    expect(alone.stored.certificate).toBe(signing.stored.certificate);
  });

  test('every certificate of a life of 300 days can talk to those before and after it', () => {
    let step = first();
    let changes = 0;
    for (let at = step.nextAt; at < START + 300 * DAY; at = step.nextAt) {
      const before = step.stored;
      step = rotate(before, at, POLICY);
      if (step.reasons.length === 0) continue;
      changes++;
      const accepts = (trust: StoredTls, leaf: StoredTls) =>
        trustedOf(trust).some((ca) => isSignedBy(leafOf(leaf), ca));
      expect([accepts(before, step.stored), accepts(step.stored, before)]).toEqual([true, true]);
    }
    expect(changes).toBeGreaterThan(30);
  });

  test('an authority whose key we never had stays trusted until its certificate is replaced', () => {
    const foreign = { ...first().stored, authorityKeys: '' };
    const introduced = rotate(foreign, START + DAY, POLICY);
    expect(trustedOf(introduced.stored)).toHaveLength(2);
    expect(introduced.stored.certificate).toBe(foreign.certificate);
    const signing = rotate(introduced.stored, START + DAY + 60_000, POLICY);
    expect(isSignedBy(leafOf(signing.stored), trustedOf(signing.stored)[1]!)).toBe(true);
  });

  test('interval 0 renews only what is no longer valid', () => {
    const policy = { ...POLICY, intervalMs: 0 };
    const { stored } = first(policy);
    expect(rotate(stored, START + 99 * DAY, policy).reasons).toEqual([]);
    expect(rotate(stored, START + 101 * DAY, policy).reasons).toContain('an authority has expired');
  });

  test.each<[string, Partial<StoredTls>]>([
    ['garbage', { certificate: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----' }],
    ['a foreign key', { key: first().stored.key }],
    ['a foreign certificate', { certificate: first().stored.certificate }],
    ['no key', { key: '' }],
  ])('%s is replaced', (_, damage) => {
    const { stored } = first();
    const repaired = rotate({ ...stored, ...damage }, START + 1000, POLICY);
    expect(repaired.reasons).toHaveLength(1);
    expect(rotate(repaired.stored, START + 2000, POLICY).reasons).toEqual([]);
  });

  test('the default lives for years', () => {
    const { stored } = first(DEFAULT_POLICY);
    expect(leafOf(stored).notAfter).toBe(START + 730 * DAY);
  });
});
