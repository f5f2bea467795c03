// The lists of addresses that users write into annotations: `a`, `v4,v6`, `a,b,c`, or `v4,v6;v4,v6`.

import { failWith, ok, type Result } from '@kube-ovn/errors';
import { formatAddress, parseAddress } from '@kube-ovn/ipam';

export interface StaticRequest {
  readonly v4?: string;
  readonly v6?: string;
}

/** Reads a list that is not empty; a comma list that mixes families is a pair when it is one of each, and ambiguous otherwise. */
export function parseStatics(text: string): Result<readonly StaticRequest[]> {
  if (!/[^\s,;]/.test(text)) return failWith('ERR_POD_ADDRESS_INVALID', { text });
  if (text.includes(';')) {
    const requests: StaticRequest[] = [];
    for (const item of parts(text, ';')) {
      const pair = parsePair(parts(item, ','), text);
      if (!pair.ok) return pair;
      if (pair.value.v4 === undefined && pair.value.v6 === undefined) continue;
      requests.push(pair.value);
    }
    return ok(requests);
  }
  const addresses = parts(text, ',');
  const v6 = addresses.filter((address) => address.includes(':')).length;
  if (v6 > 0 && v6 < addresses.length) {
    const pair = parsePair(addresses, text);
    return pair.ok ? ok([pair.value]) : pair;
  }
  const requests: StaticRequest[] = [];
  for (const address of addresses) {
    const single = parsePair([address], text);
    if (!single.ok) return single;
    requests.push(single.value);
  }
  return ok(requests);
}

function parsePair(addresses: readonly string[], whole: string): Result<StaticRequest> {
  const request: { v4?: string; v6?: string } = {};
  for (const text of addresses) {
    const parsed = parseAddress(text);
    if (!parsed.ok) return failWith('ERR_POD_ADDRESS_INVALID', { text }, parsed.error);
    const family = parsed.value.family === 4 ? 'v4' : 'v6';
    if (request[family] !== undefined) return failWith('ERR_POD_ADDRESS_LIST_AMBIGUOUS', { text: whole });
    request[family] = formatAddress(parsed.value);
  }
  return ok(request);
}

function parts(text: string, separator: string): string[] {
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
