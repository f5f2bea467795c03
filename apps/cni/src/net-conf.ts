// The network configuration from standard input: which keys we read (docs: README, "The conflist") and what is wrong with it.

import { ok, type Result } from '@kube-ovn/errors';
import { CNI_CODE, type CniFailure, failure } from './cni-failure.ts';
import { excerpt, isObject, type JsonObject, parseJson } from './json.ts';
import { utf8Length } from './utf8-length.ts';

export interface Route {
  readonly dst: string;
  readonly gw?: string;
}

export interface NetConf {
  readonly name: string;
  readonly type: string;
  /** Another plugin (macvlan, ...) delegates to us for addresses only: socket, provider and routes come from `ipam`. */
  readonly ipamOnly: boolean;
  readonly serverSocket: string;
  readonly provider: string;
  readonly routes: readonly Route[];
  readonly dns: JsonObject;
  readonly vfDriver: string;
  readonly deviceID: string;
  readonly vhostUserSocketVolumeName: string;
  readonly vhostUserSocketName: string;
  readonly vhostUserSocketConsumption: string;
  readonly prevResult: JsonObject | undefined;
  readonly validAttachments: unknown;
}

export const PLUGIN_TYPE = 'kube-ovn';
const DEFAULT_PROVIDER = 'ovn';
/** sun_path of a unix socket address holds 108 bytes with the closing zero. */
const LONGEST_SOCKET_PATH = 107;
const NETWORK_NAME = /^[a-zA-Z0-9][a-zA-Z0-9_.-]*$/;

export function decodeConfiguration(text: string): Result<JsonObject, CniFailure> {
  const hint = 'the runtime must write the network configuration, one JSON object, to standard input';
  if (text.trim() === '') return failure(CNI_CODE.cannotDecode, `standard input is empty; ${hint}`);
  const parsed = parseJson(text);
  if (parsed === undefined) {
    return failure(CNI_CODE.cannotDecode, `standard input is not JSON; ${hint}`, `it starts with: ${excerpt(text)}`);
  }
  if (!isObject(parsed.value)) return failure(CNI_CODE.cannotDecode, `standard input is JSON but no object; ${hint}`);
  return ok(parsed.value);
}

export function readNetConf(raw: JsonObject): Result<NetConf, CniFailure> {
  try {
    return ok(interpret(raw));
  } catch (thrown) {
    if (thrown instanceof Invalid) return failure(CNI_CODE.invalidConfiguration, thrown.message);
    throw thrown;
  }
}

/** Ends the reading of a configuration at its first wrong key; never leaves this file. */
class Invalid extends Error {}

function interpret(raw: JsonObject): NetConf {
  const name = text(raw, 'name');
  if (!NETWORK_NAME.test(name)) {
    throw new Invalid(
      `name ${JSON.stringify(name)} is no network name; start with a letter or digit, go on with those, "_", "." and "-"`,
    );
  }
  const type = text(raw, 'type');
  if (type === '') throw new Invalid(`type is missing; write "type": "${PLUGIN_TYPE}"`);
  const ipam = object(raw, 'ipam');
  const ipamOnly = type !== PLUGIN_TYPE && ipam !== undefined;
  const ours = ipamOnly ? ipam : raw;
  const where = ipamOnly ? 'ipam.' : '';
  return {
    name,
    type,
    ipamOnly,
    serverSocket: socketPath(ours, where),
    provider: text(ours, 'provider', where) || DEFAULT_PROVIDER,
    routes: routes(ours, where),
    dns: object(raw, 'dns') ?? {},
    vfDriver: text(raw, 'vf_driver'),
    deviceID: text(raw, 'deviceID'),
    vhostUserSocketVolumeName: text(raw, 'vhost_user_socket_volume_name'),
    vhostUserSocketName: text(raw, 'vhost_user_socket_name'),
    vhostUserSocketConsumption: text(raw, 'vhost_user_socket_consumption'),
    prevResult: object(raw, 'prevResult'),
    validAttachments: raw['cni.dev/valid-attachments'],
  };
}

function socketPath(conf: JsonObject, where: string): string {
  const path = text(conf, 'server_socket', where);
  const advice = 'write the path of the daemon\'s unix socket, usually "/run/openvswitch/kube-ovn-daemon.sock"';
  if (path === '') throw new Invalid(`${where}server_socket is missing; ${advice}`);
  if (!path.startsWith('/'))
    throw new Invalid(`${where}server_socket ${excerpt(path)} is not an absolute path; ${advice}`);
  if (path.includes('\0')) throw new Invalid(`${where}server_socket holds a zero byte; ${advice}`);
  if (utf8Length(path) > LONGEST_SOCKET_PATH) {
    throw new Invalid(`${where}server_socket ${excerpt(path)} is longer than ${LONGEST_SOCKET_PATH} bytes; ${advice}`);
  }
  return path;
}

function routes(conf: JsonObject, where: string): readonly Route[] {
  const list = conf.routes ?? [];
  if (!Array.isArray(list))
    throw new Invalid(`${where}routes is not a list; write [{"dst": "10.0.0.0/8", "gw": "10.16.0.1"}]`);
  return list.map((item: unknown, index) => {
    if (!isObject(item)) throw new Invalid(`${where}routes[${index}] is not an object; write {"dst": ..., "gw": ...}`);
    const dst = text(item, 'dst', `${where}routes[${index}].`);
    const gw = text(item, 'gw', `${where}routes[${index}].`);
    if (dst === '') throw new Invalid(`${where}routes[${index}].dst is missing; write a CIDR`);
    return gw === '' ? { dst } : { dst, gw };
  });
}

/** The empty string and null mean "not given", as in the reference library. */
function text(conf: JsonObject, key: string, where = ''): string {
  const value = conf[key] ?? '';
  if (typeof value === 'string') return value;
  throw new Invalid(`${where}${key} must be a string, but is ${excerpt(JSON.stringify(value))}`);
}

function object(conf: JsonObject, key: string): JsonObject | undefined {
  const value = conf[key];
  if (value === undefined || value === null) return undefined;
  if (isObject(value)) return value;
  throw new Invalid(`${key} must be an object, but is ${excerpt(JSON.stringify(value))}`);
}
