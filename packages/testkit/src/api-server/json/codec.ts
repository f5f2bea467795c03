// The one place where the server turns text into values and back; integers beyond 2^53 survive as bigint.
import { decodeJson as decode, encodeJson } from '@kube-ovn/crds';
import type { Json } from './json.ts';

export { encodeJson };

export function decodeJson(text: string): Json {
  return decode(text) as Json;
}
