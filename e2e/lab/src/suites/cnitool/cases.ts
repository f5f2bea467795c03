// The cases: the life of an attachment in every version of the specification, and what only newer versions have.

import type { Outcome } from '../../build/run-tool.ts';
import { check, type SuiteCase } from '../run-cases.ts';
import { VERSIONS } from './command.ts';
import type { CniFixture, TestPod } from './fixture.ts';
import { hasInterface, interfaceAddresses, parseResult, resultAddresses } from './observe.ts';

type Case = SuiteCase<CniFixture>;

export const CNI_CASES: readonly Case[] = [
  ...VERSIONS.flatMap((version): Case[] => [
    {
      name: `ADD ${version}: the result has the version, the addresses and the interface of the pod`,
      run: (f) => add(f, version),
    },
    { name: `ADD ${version}: again, with the same result`, run: (f) => addAgain(f, version) },
    { name: `DEL ${version}: again, and without the network namespace`, run: (f) => deletions(f, version) },
  ]),
  ...VERSIONS.filter((version) => version !== '0.3.1').map(
    (version): Case => ({
      name: `CHECK ${version}: passes, and fails when an address is gone`,
      run: (f) => checks(f, version),
    }),
  ),
  { name: 'ADD fails for a pod that does not exist, and leaves nothing', run: addUnknown },
  { name: 'DEL succeeds for an attachment that never was', run: deleteUnknown },
  { name: 'STATUS 1.1.0: ready', run: statusReady },
  { name: 'GC 1.1.0: removes attachments that the runtime does not list', run: collect },
];

async function add(fixture: CniFixture, version: string): Promise<void> {
  const pod = await fixture.pod();
  const result = parseResult(succeeded(await fixture.cni('add', version, pod.name)));
  check(result.cniVersion === version, `the result is of version ${result.cniVersion}`);
  checkAddresses(resultAddresses(result), pod, 'the result');
  const { interfaces = [] } = result;
  check(
    interfaces.some(({ name, sandbox }) => name === 'eth0' && sandbox === `/run/netns/${pod.name}`),
    `the result names no eth0 of the pod: ${JSON.stringify(interfaces)}`,
  );
  checkAddresses(await interfaceAddresses(fixture, pod.name), pod, 'eth0');
  succeeded(await fixture.cni('del', version, pod.name));
}

async function addAgain(fixture: CniFixture, version: string): Promise<void> {
  const pod = await fixture.pod();
  const first = succeeded(await fixture.cni('add', version, pod.name));
  const second = succeeded(await fixture.cni('add', version, pod.name));
  check(first === second, `first: ${first}\nsecond: ${second}`);
  succeeded(await fixture.cni('del', version, pod.name));
}

async function deletions(fixture: CniFixture, version: string): Promise<void> {
  const pod = await fixture.pod();
  succeeded(await fixture.cni('add', version, pod.name));
  succeeded(await fixture.cni('del', version, pod.name));
  check(!(await hasInterface(fixture, pod.name)), 'eth0 is still there');
  succeeded(await fixture.cni('del', version, pod.name));
  succeeded(await fixture.cni('add', version, pod.name));
  await fixture.run(['ip', 'netns', 'del', pod.name]);
  succeeded(await fixture.cni('del', version, pod.name));
  succeeded(await fixture.cni('del', version, pod.name));
}

async function checks(fixture: CniFixture, version: string): Promise<void> {
  const pod = await fixture.pod();
  succeeded(await fixture.cni('add', version, pod.name));
  succeeded(await fixture.cni('check', version, pod.name));
  await fixture.run(['ip', '-n', pod.name, 'address', 'flush', 'dev', 'eth0', 'scope', 'global']);
  failed(await fixture.cni('check', version, pod.name), 'CHECK of an interface without addresses');
  succeeded(await fixture.cni('del', version, pod.name));
}

async function addUnknown(fixture: CniFixture): Promise<void> {
  await fixture.run(['ip', 'netns', 'add', 'cnitool-nobody']);
  try {
    failed(await fixture.cni('add', '1.0.0', 'cnitool-nobody'), 'ADD');
    check(!(await hasInterface(fixture, 'cnitool-nobody')), 'an interface was left');
  } finally {
    await fixture.run(['ip', 'netns', 'del', 'cnitool-nobody']);
  }
}

async function deleteUnknown(fixture: CniFixture): Promise<void> {
  succeeded(await fixture.cni('del', '1.0.0', 'cnitool-nobody'));
}

async function statusReady(fixture: CniFixture): Promise<void> {
  succeeded(await fixture.cni('status', '1.1.0', 'cnitool-nobody'));
}

/** cnitool lists nothing as valid. */
async function collect(fixture: CniFixture): Promise<void> {
  const pod = await fixture.pod();
  succeeded(await fixture.cni('add', '1.1.0', pod.name));
  succeeded(await fixture.cni('gc', '1.1.0', pod.name));
  check(!(await hasInterface(fixture, pod.name)), 'eth0 is still there');
}

function checkAddresses(found: readonly string[], { addresses }: TestPod, where: string): void {
  const missing = addresses.filter((address) => !found.includes(address));
  check(missing.length === 0, `${where} lacks ${missing.join(', ')}; it has ${found.join(', ') || 'none'}`);
}

function succeeded({ code, stdout, stderr }: Outcome): string {
  check(code === 0, `exit code ${code}: ${stdout}${stderr}`);
  return stdout;
}

function failed({ code }: Outcome, what: string): void {
  check(code !== 0, `${what} succeeded`);
}
