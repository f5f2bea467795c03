// RFC 7396 JSON merge patch. What the patch does not touch is shared with the target.
import { isJsonObject, type Json, type JsonObject } from '../json/json.ts';

export function applyMergePatch(target: Json | undefined, patch: JsonObject): JsonObject {
  const result: Record<string, Json | undefined> = isJsonObject(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete result[name];
    else if (isJsonObject(value)) result[name] = applyMergePatch(result[name], value);
    else result[name] = value;
  }
  return result;
}
