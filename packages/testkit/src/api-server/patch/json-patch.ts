// RFC 6902 JSON patch.
import { ApiFailure, badRequest } from '../failure.ts';
import { equalJson, isJsonArray, isJsonObject, type Json, type JsonObject } from '../json/json.ts';

export function applyJsonPatch(target: JsonObject, patch: Json): JsonObject {
  if (!isJsonArray(patch)) throw badRequest('a JSON patch is a list of operations');
  const result = patch.reduce<Json>((value, operation) => applyOperation(value, operation), target);
  if (!isJsonObject(result)) throw badRequest('the patch does not leave an object');
  return result;
}

function applyOperation(value: Json, operation: Json): Json {
  if (!isJsonObject(operation)) throw badRequest('an operation of a JSON patch is an object');
  const path = parsePointer(operation.path);
  switch (operation.op) {
    case 'add':
      return withAdded(value, path, operation.value ?? null);
    case 'replace':
      return replaced(value, path, operation.value ?? null);
    case 'remove':
      return removed(value, path);
    case 'move': {
      const from = parsePointer(operation.from);
      return withAdded(removed(value, from), path, valueAt(value, from));
    }
    case 'copy':
      return withAdded(value, path, valueAt(value, parsePointer(operation.from)));
    case 'test':
      if (equalJson(valueAt(value, path), operation.value ?? null)) return value;
      throw unprocessable(`testing value ${operation.path} failed`);
    default:
      throw badRequest(`unexpected kind of JSON patch operation: ${operation.op}`);
  }
}

function parsePointer(pointer: Json | undefined): readonly string[] {
  if (typeof pointer !== 'string' || (pointer !== '' && !pointer.startsWith('/'))) {
    throw badRequest(`"${pointer}" is not a JSON pointer`);
  }
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function valueAt(value: Json, path: readonly string[]): Json {
  return path.reduce<Json>((current, token) => {
    const next = isJsonArray(current)
      ? current[Number(token)]
      : isJsonObject(current) && Object.hasOwn(current, token)
        ? current[token]
        : undefined;
    if (next === undefined) throw unprocessable(`path /${path.join('/')} does not exist`);
    return next;
  }, value);
}

function withAdded(value: Json, path: readonly string[], added: Json): Json {
  const [token, ...rest] = path;
  if (token === undefined) return added;
  if (rest.length > 0) return changedMember(value, token, path, (member) => withAdded(member, rest, added));
  if (isJsonObject(value)) return { ...value, [token]: added };
  if (!isJsonArray(value)) throw unprocessable(`path /${path.join('/')} does not exist`);
  const index = token === '-' ? value.length : Number(token);
  if (!Number.isInteger(index) || index < 0 || index > value.length)
    throw unprocessable(`index ${token} is out of range`);
  return value.toSpliced(index, 0, added);
}

function replaced(value: Json, path: readonly string[], replacement: Json): Json {
  const [token, ...rest] = path;
  if (token === undefined) return replacement;
  return changedMember(value, token, path, (member) => replaced(member, rest, replacement));
}

function removed(value: Json, path: readonly string[]): Json {
  const [token, ...rest] = path;
  if (token === undefined) throw unprocessable('the whole object cannot be removed');
  if (rest.length > 0) return changedMember(value, token, path, (member) => removed(member, rest));
  valueAt(value, [token]);
  if (isJsonArray(value)) return value.toSpliced(Number(token), 1);
  const { [token]: _removed, ...kept } = value as JsonObject;
  return kept;
}

function changedMember(value: Json, token: string, path: readonly string[], change: (member: Json) => Json): Json {
  if (typeof value !== 'object' || value === null) throw unprocessable(`path /${path.join('/')} does not exist`);
  const next = change(valueAt(value, [token]));
  return isJsonArray(value) ? value.with(Number(token), next) : { ...value, [token]: next };
}

function unprocessable(message: string): ApiFailure {
  return new ApiFailure(422, 'Invalid', `the server rejected our request due to an error in our request: ${message}`);
}
