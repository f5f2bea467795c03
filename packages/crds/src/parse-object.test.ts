import { describe, expect, test } from 'vitest';
import { decodeJson } from './json/decode-json.ts';
import { encodeJson } from './json/encode-json.ts';
import { parseObject } from './parse-object.ts';

const metadata = { name: 'a' };

function read(kind: Parameters<typeof parseObject>[0], value: unknown) {
  const result = parseObject(kind, value);
  if (!result.ok) throw result.error;
  return result.value;
}

test('unknown fields survive at every depth', () => {
  const object = {
    apiVersion: 'kubeovn.io/v1',
    kind: 'Subnet',
    metadata: { ...metadata, managedFields: [{ manager: 'x' }] },
    spec: {
      new: 1,
      acls: [{ new: 2 }],
      u2oFeatures: { new: 3 },
      namespaceSelectors: [{ matchLabels: { a: 'b' }, new: 4 }],
    },
    status: { new: 5, conditions: [{ type: 'Ready', status: 'True', new: 6 }] },
    new: 7,
  };
  expect(read('Subnet', object)).toEqual(object);
});

test('counts keep their digits through reading and writing', () => {
  const text =
    '{"apiVersion":"kubeovn.io/v1","kind":"Subnet","metadata":{"name":"a"},"spec":{},"status":{"v6availableIPs":18446744073709551613}}';
  const subnet = read('Subnet', decodeJson(text));
  expect(subnet).toMatchObject({ status: { v6availableIPs: 18446744073709551613n } });
  expect(encodeJson(subnet)).toBe(text);
});

test('small counts are bigint as well, and numeric strings of old writers are read', () => {
  const pool = {
    metadata,
    spec: { subnet: 's', ips: [] },
    status: { v4UsingIPs: 3, v6UsingIPs: '18446744073709551616' },
  };
  expect(read('IPPool', pool)).toMatchObject({ status: { v4UsingIPs: 3n, v6UsingIPs: 18446744073709551616n } });
});

test('defaults of the schema are applied, and only those', () => {
  expect(read('IPPool', { metadata, spec: { subnet: 's', ips: ['10.0.0.1'] } })).toMatchObject({
    spec: { enableAddressSet: false },
  });
  expect(read('Vpc', { metadata, spec: { bfdPort: {} } })).toMatchObject({ spec: { bfdPort: { enabled: false } } });
  expect(read('Subnet', { metadata })).toEqual({ apiVersion: 'kubeovn.io/v1', kind: 'Subnet', metadata, spec: {} });
});

test('null is read as absent', () => {
  const subnet = { metadata, spec: { namespaces: null, acls: [{ match: null, priority: 1 }] }, status: null };
  expect(read('Subnet', subnet)).toMatchObject({ spec: { acls: [{ priority: 1 }] } });
  expect(read('Vpc', { metadata, spec: null })).toMatchObject({ spec: {} });
});

test('values the controller refuses can still be read', () => {
  const spec = { gatewayType: 'sideways', cidrBlock: '', protocol: 'Mac', mtu: -1 };
  expect(read('Subnet', { metadata, spec })).toMatchObject({ spec });
});

describe('errors name object and path', () => {
  test.each<[Parameters<typeof parseObject>[0], unknown, string]>([
    ['Subnet', { metadata, spec: { acls: [{}, { priority: 'high' }] } }, 'Subnet a: .spec.acls[1].priority: '],
    ['Subnet', { metadata, spec: { mtu: 1400.5 } }, 'Subnet a: .spec.mtu: '],
    ['Subnet', { metadata, status: { v4usingIPs: 'many' } }, 'Subnet a: .status.v4usingIPs: '],
    ['IPPool', { metadata, spec: { subnet: 's' } }, 'IPPool a: .spec.ips: '],
    ['IP', { metadata, kind: 'Subnet' }, 'IP a: .kind: '],
    ['Vpc', { metadata, apiVersion: 'kubeovn.io/v2' }, 'Vpc a: .apiVersion: '],
    ['Vpc', { spec: {} }, 'Vpc ?: .metadata: '],
    ['Vpc', null, 'Vpc ?: .: '],
    ['Vpc', 'text', 'Vpc ?: .: '],
  ])('%s %j', (kind, value, start) => {
    const result = parseObject(kind, value);
    expect(result.ok).toBe(false);
    if (result.ok) return;
    expect(result.error.code).toBe('ERR_OBJECT_INVALID');
    expect(result.error.message.startsWith(start)).toBe(true);
    expect(result.error.cause).toBeDefined();
  });
});
