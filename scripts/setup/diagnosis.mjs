// Reads from a failed tool's output what really happened, for the failures that a newcomer's machine has.

import { PlainError } from './plain-error.mjs';

/** @type {readonly { pattern: RegExp, sentence: string, advice: string }[]} */
const KNOWN = [
  {
    pattern: /ENOSPC|No space left on device|You don't have enough free space/i,
    sentence: 'the disk is full.',
    advice:
      'Free at least 2 GB where this repository lies (old trees in .cache/ may be deleted) and run the same command again.',
  },
  {
    pattern:
      /Temporary failure resolving|Could not resolve|Failed to fetch|Unable to connect to|Could not connect|Connection timed out|Connection failed|Network is unreachable/i,
    sentence: 'the Debian package mirror cannot be reached.',
    advice:
      'Check the network and any proxy (http_proxy), or name another mirror with KUBE_OVN_DEBIAN_MIRROR=http://..., then run the same command again.',
  },
  {
    pattern:
      /ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED|ECONNRESET|ENETUNREACH|ERR_SOCKET_TIMEOUT|network (?:request|connectivity)/,
    sentence: 'the npm registry cannot be reached.',
    advice:
      'Check the network, any proxy (https_proxy) and `npm config get registry`, then run the same command again.',
  },
  {
    pattern: /Could not get lock|Unable to acquire the dpkg frontend lock/,
    sentence: 'another package manager is at work.',
    advice: 'Wait until it is done, then run the same command again.',
  },
  {
    pattern: /NO_PUBKEY|not signed|keyring.*(?:not|missing)|no valid OpenPGP/i,
    sentence: 'the signature of the Debian archive cannot be checked.',
    advice: 'Install the package debian-archive-keyring in a current version, then run the same command again.',
  },
  {
    pattern: /EACCES|Permission denied|Operation not permitted/i,
    sentence: 'permission denied.',
    advice:
      'Files of an earlier run may belong to another user: give them to yours, or run as the same user as before.',
  },
];

/**
 * @param {string} what the step that failed
 * @param {string} output everything its tool said
 */
export function diagnose(what, output) {
  const known = KNOWN.find(({ pattern }) => pattern.test(output));
  if (known) return new PlainError(`${what}: ${known.sentence}`, known.advice, output);
  return new PlainError(
    `${what} failed.`,
    'The lines above are the tool’s own words. Run the same command again once the cause is gone.',
    output,
  );
}
