// Connection methods as every OVS tool writes them: unix:PATH, tcp:HOST:PORT, ssl:HOST:PORT, IPv6 in brackets.

export type Endpoint =
  | { readonly kind: 'unix'; readonly path: string }
  | { readonly kind: 'tcp' | 'ssl'; readonly host: string; readonly port: number };

const NETWORK = /^(tcp|ssl):(?:\[([0-9a-fA-F:.%\w]+)\]|([^:[\]]+)):(\d{1,5})$/;

/** Throws TypeError on a text that is no endpoint: a configuration mistake, not a failure to live with. */
export function parseEndpoint(text: string): Endpoint {
  const trimmed = text.trim();
  if (trimmed.startsWith('unix:') && trimmed.length > 5) return { kind: 'unix', path: trimmed.slice(5) };
  const match = NETWORK.exec(trimmed);
  const port = Number(match?.[4]);
  if (!match || port < 1 || port > 65535) throw new TypeError(`not an OVSDB endpoint: "${text}"`);
  return { kind: match[1] as 'tcp' | 'ssl', host: (match[2] ?? match[3])!, port };
}
