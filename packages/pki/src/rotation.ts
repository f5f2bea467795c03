// When a certificate is made anew, and by which authority. Pure but for the fresh keys: what is stored and the time go in,
// what is to be stored comes out. A new authority is first only trusted, then signs, and the old one is trusted until every
// member has had time to get a leaf of the new one: no connection is refused on the way.

import { issueAuthority, issueLeaf } from './certificate.ts';
import { type CertificateFacts, isSignedBy, keyOf, readCertificates } from './pem.ts';

/** As it lies in the two Secrets. All texts are PEM, "" when absent. */
export interface StoredTls {
  /** Trusted authorities, oldest first. */
  readonly trusted: string;
  readonly certificate: string;
  readonly key: string;
  /** Keys of the authorities, in any order. An authority without one is trusted but cannot sign. */
  readonly authorityKeys: string;
}

export interface RotationPolicy {
  /** A leaf is renewed when it is this old, and valid for twice as long. 0: never while it is valid. */
  readonly intervalMs: number;
  /** An authority is replaced at half of this. */
  readonly authorityLifetimeMs: number;
  /** What a change needs to reach every member of the system. */
  readonly settleMs: number;
}

export interface RotationStep {
  readonly stored: StoredTls;
  /** Why something changed; empty: nothing did. */
  readonly reasons: readonly string[];
  /** Epoch ms of the next time that something may have to change. */
  readonly nextAt: number;
}

export const AUTHORITY_NAME = 'ovn-ca';
export const LEAF_NAME = 'ovn';
export const DEFAULT_POLICY: RotationPolicy = {
  intervalMs: 8760 * 3_600_000,
  authorityLifetimeMs: 3650 * 86_400_000,
  settleMs: 15 * 60_000,
};

/** Clocks of machines differ: what is valid from now on was valid a while ago. */
const BACKDATE_MS = 3_600_000;
const LONGEST_WAIT_MS = 86_400_000;

interface Authority {
  readonly facts: CertificateFacts;
  readonly key: string | undefined;
}

export function rotate(before: StoredTls, now: number, policy: RotationPolicy): RotationStep {
  const reasons: string[] = [];
  let authorities = readAuthorities(before, now, reasons);
  const newest = authorities.at(-1);
  if (!newest?.key || (policy.intervalMs > 0 && now >= halfLife(newest.facts))) {
    authorities = [...authorities, freshAuthority(now, policy)];
    reasons.push(newest ? 'the authority is past half of its life, or its key is unknown' : 'there is no authority');
  }
  const signer = chooseSigner(authorities, now, policy);
  const current = readCertificates(before.certificate)[0];
  const why = reasonToIssue(current, before.key, authorities, signer, now, policy);
  const leaf =
    why === undefined ? { certificate: before.certificate, key: before.key } : freshLeaf(signer, now, policy);
  if (why !== undefined) reasons.push(why);
  const leafFacts = readCertificates(leaf.certificate)[0]!;
  const kept = authorities.filter((each) => isNeeded(each, authorities, leafFacts, now, policy));
  if (kept.length < authorities.length) reasons.push('an authority is no longer needed');
  return {
    stored: {
      trusted: kept.map(({ facts }) => facts.pem).join(''),
      authorityKeys: kept.map(({ key }) => key ?? '').join(''),
      ...leaf,
    },
    reasons,
    nextAt: nextTime(kept, leafFacts, now, policy),
  };
}

function readAuthorities(before: StoredTls, now: number, reasons: string[]): Authority[] {
  const all = readCertificates(before.trusted).map((facts) => ({ facts, key: keyOf(facts, before.authorityKeys) }));
  const valid = all.filter(({ facts }) => facts.x509.ca && facts.notAfter > now);
  if (valid.length < all.length) reasons.push('an authority has expired');
  return valid;
}

function freshAuthority(now: number, policy: RotationPolicy): Authority {
  const validity = { notBefore: now - BACKDATE_MS, notAfter: now + policy.authorityLifetimeMs };
  const { certificate, key } = issueAuthority(AUTHORITY_NAME, validity);
  return { facts: readCertificates(certificate)[0]!, key };
}

/** The newest one that everybody knows by now; at the very beginning the only one there is. */
function chooseSigner(authorities: readonly Authority[], now: number, policy: RotationPolicy): Authority {
  const able = authorities.filter(({ key }) => key !== undefined);
  const settled = able.filter(({ facts }) => isSettled(facts, now, policy));
  // An authority that cannot sign, but whose leaf still serves, gives the new one the time to settle: see reasonToIssue.
  return settled.at(-1) ?? able[0]!;
}

function reasonToIssue(
  current: CertificateFacts | undefined,
  key: string,
  authorities: readonly Authority[],
  signer: Authority,
  now: number,
  policy: RotationPolicy,
): string | undefined {
  if (!current) return 'there is no certificate';
  if (keyOf(current, key) === undefined) return 'the key is not that of the certificate';
  if (current.notAfter <= now) return 'the certificate has expired';
  if (!authorities.some(({ facts }) => isSignedBy(current, facts)))
    return 'the certificate is of no authority we trust';
  const bySigner = isSignedBy(current, signer.facts);
  if (!bySigner && isSettled(signer.facts, now, policy)) return 'a newer authority signs now';
  if (policy.intervalMs === 0 || !bySigner) return undefined;
  return now >= dueTime(current, policy) ? 'the certificate is past half of its life' : undefined;
}

function freshLeaf({ facts, key }: Authority, now: number, policy: RotationPolicy) {
  const lifetime = policy.intervalMs === 0 ? policy.authorityLifetimeMs : 2 * policy.intervalMs;
  const validity = { notBefore: now - BACKDATE_MS, notAfter: Math.min(now + lifetime, facts.notAfter) };
  return issueLeaf({ certificate: facts.pem, key: key! }, AUTHORITY_NAME, LEAF_NAME, validity);
}

function isNeeded(
  authority: Authority,
  authorities: readonly Authority[],
  leaf: CertificateFacts,
  now: number,
  policy: RotationPolicy,
): boolean {
  if (isSignedBy(leaf, authority.facts)) return true;
  const signerIndex = authorities.findIndex(({ facts }) => isSignedBy(leaf, facts));
  // Newer than the signer: waits for its turn. Older: until everybody has the leaf of the newer one.
  return authorities.indexOf(authority) > signerIndex || !isSettled(leaf, now, policy);
}

function isSettled(facts: CertificateFacts, now: number, policy: RotationPolicy): boolean {
  return now >= settledAt(facts, policy);
}

function settledAt(facts: CertificateFacts, policy: RotationPolicy): number {
  return facts.notBefore + BACKDATE_MS + policy.settleMs;
}

function halfLife({ notBefore, notAfter }: CertificateFacts): number {
  return notBefore + BACKDATE_MS + (notAfter - notBefore - BACKDATE_MS) / 2;
}

/** Half of its own life, or earlier when the interval was made shorter since. */
function dueTime(leaf: CertificateFacts, policy: RotationPolicy): number {
  return Math.min(halfLife(leaf), leaf.notBefore + BACKDATE_MS + policy.intervalMs);
}

function nextTime(
  authorities: readonly Authority[],
  leaf: CertificateFacts,
  now: number,
  policy: RotationPolicy,
): number {
  const times = [leaf.notAfter, ...authorities.flatMap(({ facts }) => [settledAt(facts, policy), facts.notAfter])];
  times.push(settledAt(leaf, policy));
  if (policy.intervalMs > 0) times.push(dueTime(leaf, policy), halfLife(authorities.at(-1)!.facts));
  return Math.min(now + LONGEST_WAIT_MS, ...times.filter((time) => time > now));
}
