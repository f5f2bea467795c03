// Can this machine run the project at all? Each refusal says in plain words what to do.

import { readFileSync } from 'node:fs';
import { PlainError } from './plain-error.mjs';

const ARCHITECTURES = ['x64', 'arm64'];
const DISTRIBUTIONS = ['debian', 'ubuntu'];

/**
 * @typedef {object} Machine
 * @property {string} platform
 * @property {string} arch
 * @property {number} nodeMajor
 * @property {boolean} isRoot
 * @property {string} osRelease text of /etc/os-release
 */

/** @returns {Machine} */
export function thisMachine() {
  return {
    platform: process.platform,
    arch: process.arch,
    nodeMajor: Number(process.versions.node.split('.')[0]),
    isRoot: process.getuid?.() === 0,
    osRelease: readOsRelease(),
  };
}

/**
 * What every verb needs.
 * @param {Machine} machine
 */
export function requireLinux(machine) {
  if (machine.platform !== 'linux') {
    throw new PlainError(
      `this runs on Linux only, and here is ${machine.platform}.`,
      'Use a Debian or Ubuntu machine, a virtual one is fine.',
    );
  }
  if (!ARCHITECTURES.includes(machine.arch)) {
    throw new PlainError(`the processor type ${machine.arch} is not supported.`, 'Use an x86_64 or arm64 machine.');
  }
  if (machine.nodeMajor < 20) {
    throw new PlainError(
      `Node ${machine.nodeMajor} is too old.`,
      'Install Node 20 or newer; the project brings its own Node 24 itself.',
    );
  }
}

/**
 * What setting up OVN and Open vSwitch needs.
 * @param {Machine} machine
 * @param {string} verb
 */
export function requireSetup(machine, verb) {
  if (!machine.isRoot) {
    throw new PlainError(
      `\`${verb}\` needs root: it makes network namespaces and runs real switches in them.`,
      `Run the same command with sudo. Without root there are \`npm run check\` and the root-free part of \`npm test\`.`,
    );
  }
  requireDistribution(machine);
}

/** @param {Machine} machine */
export function requireDistribution(machine) {
  const ids = distributionIds(machine.osRelease);
  if (ids.some((id) => DISTRIBUTIONS.includes(id))) return;
  throw new PlainError(
    `this distribution (${ids[0] ?? 'unknown'}) is not supported: the tools come from Debian packages.`,
    'Use Debian 12 or newer or Ubuntu 22.04 or newer, in a virtual machine or a privileged container.',
  );
}

/** ID first, then ID_LIKE. @param {string} osRelease */
export function distributionIds(osRelease) {
  const read = (/** @type {string} */ key) =>
    new RegExp(`^${key}=(.*)$`, 'm').exec(osRelease)?.[1]?.replaceAll('"', '').toLowerCase().split(' ') ?? [];
  return [...read('ID'), ...read('ID_LIKE')].filter((id) => id !== '');
}

function readOsRelease() {
  try {
    return readFileSync('/etc/os-release', 'utf8');
  } catch {
    return '';
  }
}
