// The whole shim: one CNI command from environment and standard input to what is printed and the exit code.

import { ok, type Result } from '@kube-ovn/errors';
import { CNI_CODE, type CniFailure, failure, renderFailure } from './cni-failure.ts';
import { add } from './commands/add.ts';
import { check } from './commands/check.ts';
import { del } from './commands/del.ts';
import { gc } from './commands/gc.ts';
import { status } from './commands/status.ts';
import { EFBIG, ETIMEDOUT, errnoText } from './errno.ts';
import type { Host } from './host.ts';
import { excerpt, isObject, type JsonObject, parseJson } from './json.ts';
import { decodeConfiguration, type NetConf, readNetConf } from './net-conf.ts';
import {
  type CniVersion,
  COMMANDS,
  type Command,
  checkCommandAllowed,
  LATEST_VERSION,
  negotiateVersion,
  SUPPORTED_VERSIONS,
} from './versions.ts';

export interface Outcome {
  readonly stdout: string;
  readonly exitCode: 0 | 1;
}

const INPUT_LIMIT = 16 * 1024 * 1024;
/** A runtime writes the configuration at once; only a forgotten pipe stays open. */
const INPUT_TIMEOUT_MS = 10_000;

export function run(host: Host): Outcome {
  const command = readCommand(host.environment('CNI_COMMAND') ?? '');
  if (!command.ok) return refuse(LATEST_VERSION, command.error);
  const input = readInput(host);
  if (command.value === 'VERSION') return print(describeVersions(input.ok ? input.value : ''));
  if (!input.ok) return refuse(LATEST_VERSION, input.error);
  const raw = decodeConfiguration(input.value);
  if (!raw.ok) return refuse(LATEST_VERSION, raw.error);
  const version = negotiateVersion(raw.value.cniVersion);
  if (!version.ok) return refuse(LATEST_VERSION, version.error);
  const result = perform(host, command.value, version.value, raw.value);
  if (!result.ok) return refuse(version.value, result.error);
  return result.value === undefined ? { stdout: '', exitCode: 0 } : print(result.value);
}

function perform(
  host: Host,
  command: Exclude<Command, 'VERSION'>,
  version: CniVersion,
  raw: JsonObject,
): Result<JsonObject | undefined, CniFailure> {
  const allowed = checkCommandAllowed(command, version);
  if (!allowed.ok) return allowed;
  const conf = readNetConf(raw);
  if (!conf.ok) return conf;
  return ACTIONS[command](host, conf.value, version);
}

type Action = (host: Host, conf: NetConf, version: CniVersion) => Result<JsonObject | undefined, CniFailure>;

const ACTIONS: Readonly<Record<Exclude<Command, 'VERSION'>, Action>> = {
  ADD: add,
  DEL: del,
  CHECK: check,
  STATUS: status,
  GC: gc,
};

function readCommand(text: string): Result<Command, CniFailure> {
  const found = COMMANDS.find((command) => command === text);
  if (found !== undefined) return ok(found);
  const why =
    text === ''
      ? 'CNI_COMMAND is not set; kube-ovn is a CNI plugin that a container runtime executes'
      : `CNI_COMMAND ${JSON.stringify(excerpt(text))} is unknown`;
  return failure(CNI_CODE.invalidEnvironment, `${why}; set CNI_COMMAND to one of ${COMMANDS.join(', ')}`);
}

function readInput(host: Host): Result<string, CniFailure> {
  const input = host.readInput(INPUT_LIMIT, INPUT_TIMEOUT_MS);
  if (typeof input === 'string') return ok(input);
  const reasons: Readonly<Record<number, string>> = {
    [ETIMEDOUT]: `was not closed within ${INPUT_TIMEOUT_MS / 1000} s`,
    [EFBIG]: `is larger than ${INPUT_LIMIT / 1024 / 1024} MiB`,
  };
  const why = reasons[input] ?? `cannot be read: ${errnoText(input)}`;
  return failure(
    CNI_CODE.ioFailure,
    `standard input ${why}; the runtime must write the network configuration and close it`,
  );
}

/** The specification echoes the version of the question; an unreadable question is still answered. */
function describeVersions(input: string): JsonObject {
  const asked = parseJson(input)?.value;
  const cniVersion = isObject(asked) && typeof asked.cniVersion === 'string' ? asked.cniVersion : '';
  return { cniVersion: cniVersion || LATEST_VERSION, supportedVersions: SUPPORTED_VERSIONS };
}

function print(result: JsonObject): Outcome {
  return { stdout: `${JSON.stringify(result)}\n`, exitCode: 0 };
}

function refuse(version: CniVersion, error: CniFailure): Outcome {
  return { stdout: renderFailure(version, error), exitCode: 1 };
}
