// kubectl writes a few built-in kinds in protobuf (`kubectl create namespace`, `kubectl auth can-i`). This reads those
// messages, by a table of their field numbers; everything else must come as JSON.
import { ApiFailure } from '../failure.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../json/json.ts';

/** Field number -> name and type: a scalar, a message of the table, `[]` for repeated, `{}` for a map of strings. */
type Message = Readonly<Record<number, readonly [name: string, type: string]>>;

const MESSAGES: Readonly<Record<string, Message>> = {
  TypeMeta: { 1: ['apiVersion', 'string'], 2: ['kind', 'string'] },
  ObjectMeta: {
    1: ['name', 'string'],
    2: ['generateName', 'string'],
    3: ['namespace', 'string'],
    5: ['uid', 'string'],
    6: ['resourceVersion', 'string'],
    11: ['labels', 'string{}'],
    12: ['annotations', 'string{}'],
    14: ['finalizers', 'string[]'],
  },
  Namespace: { 1: ['metadata', 'ObjectMeta'] },
  ConfigMap: { 1: ['metadata', 'ObjectMeta'], 2: ['data', 'string{}'] },
  ServiceAccount: { 1: ['metadata', 'ObjectMeta'] },
  Secret: {
    1: ['metadata', 'ObjectMeta'],
    2: ['data', 'bytes{}'],
    3: ['type', 'string'],
    4: ['stringData', 'string{}'],
  },
  DeleteOptions: {
    1: ['gracePeriodSeconds', 'integer'],
    2: ['preconditions', 'Preconditions'],
    4: ['propagationPolicy', 'string'],
    5: ['dryRun', 'string[]'],
  },
  Preconditions: { 1: ['uid', 'string'], 2: ['resourceVersion', 'string'] },
  Eviction: { 1: ['metadata', 'ObjectMeta'], 2: ['deleteOptions', 'DeleteOptions'] },
  SelfSubjectAccessReview: { 1: ['metadata', 'ObjectMeta'] },
  SelfSubjectReview: { 1: ['metadata', 'ObjectMeta'] },
  SelfSubjectRulesReview: { 1: ['metadata', 'ObjectMeta'] },
};

export const PROTOBUF = 'application/vnd.kubernetes.protobuf';

const MAGIC = Buffer.from('k8s\0');

export function decodeProtobuf(body: Buffer): JsonObject {
  if (!body.subarray(0, 4).equals(MAGIC)) throw unreadable('the body does not begin as protobuf of Kubernetes');
  const envelope = new Map([...fields(body.subarray(4))].map(({ number, value }) => [number, value]));
  const { apiVersion, kind } = decodeMessage('TypeMeta', bytesOf(envelope.get(1)));
  const name = String(kind);
  if (!MESSAGES[name]) throw unreadable(`${name} is not understood in protobuf, send it as JSON`);
  return { apiVersion, kind, ...decodeMessage(name, bytesOf(envelope.get(2))) };
}

function decodeMessage(name: string, bytes: Buffer): Record<string, Json> {
  const message = MESSAGES[name] ?? {};
  const result: Record<string, Json> = {};
  for (const { number, value } of fields(bytes)) {
    const [field, type] = message[number] ?? [];
    if (field === undefined || type === undefined) continue;
    if (type.endsWith('[]')) {
      const list = result[field];
      result[field] = [...(isJsonArray(list) ? list : []), decodeValue(type.slice(0, -2), value)];
    } else if (type.endsWith('{}')) {
      const [key, member] = mapEntry(type.slice(0, -2), bytesOf(value));
      const map = result[field];
      result[field] = { ...(isJsonObject(map) ? map : {}), [key]: member };
    } else if (!isEmptyText(type, value)) result[field] = decodeValue(type, value);
  }
  return result;
}

// gogo-protobuf writes strings that are not set; JSON leaves them out.
function isEmptyText(type: string, value: Buffer | number): boolean {
  return type === 'string' && value instanceof Buffer && value.length === 0;
}

function decodeValue(type: string, value: Buffer | number): Json {
  if (typeof value === 'number') return value;
  if (type === 'string') return value.toString();
  return decodeMessage(type, value);
}

function mapEntry(type: string, bytes: Buffer): readonly [string, Json] {
  let key = '';
  let member: Json = '';
  for (const { number, value } of fields(bytes)) {
    if (number === 1) key = String(value);
    else if (number === 2) member = type === 'bytes' ? bytesOf(value).toString('base64') : String(value);
  }
  return [key, member];
}

function* fields(bytes: Buffer): Generator<{ number: number; value: Buffer | number }> {
  const cursor = { at: 0 };
  while (cursor.at < bytes.length) {
    const tag = varint(bytes, cursor);
    const number = Math.floor(tag / 8);
    if (tag % 8 === 0) yield { number, value: varint(bytes, cursor) };
    else if (tag % 8 === 2) {
      const length = varint(bytes, cursor);
      yield { number, value: bytes.subarray(cursor.at, cursor.at + length) };
      cursor.at += length;
    } else throw unreadable(`wire type ${tag % 8} is not understood`);
  }
}

function bytesOf(value: Buffer | number | undefined): Buffer {
  if (value instanceof Buffer) return value;
  throw unreadable('a message is missing');
}

function varint(bytes: Buffer, cursor: { at: number }): number {
  let value = 0;
  for (let scale = 1; ; scale *= 128) {
    const byte = bytes[cursor.at];
    if (byte === undefined) throw unreadable('the body is cut off');
    cursor.at += 1;
    value += (byte % 128) * scale;
    if (byte < 128) return value;
  }
}

function unreadable(message: string): ApiFailure {
  return new ApiFailure(415, 'UnsupportedMediaType', message);
}
