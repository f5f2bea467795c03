// The edge: an unknown value becomes a typed object or an error that names the path. Unknown fields survive.

import { failWith, ok, type Result } from '@kube-ovn/errors';
import type * as z from 'zod';
import { KINDS, type KindName, type ObjectOf } from './kinds/kinds.ts';

export function parseObject<K extends KindName>(kind: K, value: unknown): Result<ObjectOf<K>> {
  const { schema } = KINDS[kind];
  const first = schema.safeParse(value);
  if (first.success) return ok(first.data as ObjectOf<K>);
  // Go writes empty lists and times as null; only an object that failed pays for the second look.
  const second = schema.safeParse(withoutNulls(value));
  if (second.success) return ok(second.data as ObjectOf<K>);
  const [issue] = second.error.issues;
  return failWith(
    'ERR_OBJECT_INVALID',
    {
      kind,
      name: nameOf(value),
      path: pathOf(issue),
      problem: issue?.message ?? 'unreadable',
    },
    second.error,
  );
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const kept: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) if (member !== null) kept[key] = withoutNulls(member);
  return kept;
}

function nameOf(value: unknown): string {
  const name = (value as { metadata?: { name?: unknown } } | null | undefined)?.metadata?.name;
  return typeof name === 'string' ? name : '?';
}

function pathOf(issue: z.core.$ZodIssue | undefined): string {
  const path = (issue?.path ?? [])
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
    .join('');
  return path === '' ? '.' : path;
}
