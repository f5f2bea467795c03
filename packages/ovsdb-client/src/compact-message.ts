// Rewrites a JSON-RPC message, with whatever blanks and order of members, in the form ovsdb-server gives it.
import { ProtocolError } from './ovsdb-error.ts';

export function compactMessage(text: string): string {
  const message: unknown = JSON.parse(text);
  if (typeof message !== 'object' || message === null) throw new ProtocolError('a message that is no object');
  const { id = null, method, params, result = null, error = null } = message as Readonly<Record<string, unknown>>;
  if (typeof method === 'string') {
    if (!Array.isArray(params)) throw new ProtocolError(`"${method}" without parameters`);
    return JSON.stringify({ id, method, params });
  }
  if (!('result' in message) && !('error' in message)) throw new ProtocolError('neither a request nor a reply');
  return JSON.stringify({ id, result, error });
}
