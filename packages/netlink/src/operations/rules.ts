// Policy routing rules of one namespace.
import { dumpRules, readRule, writeRule } from '../codec/rule.ts';
import type { Rule } from '../model/rule.ts';
import type { Engine } from '../session/engine.ts';
import type { NetnsRef } from '../system/namespaces.ts';

export function rules(engine: Engine, ns?: NetnsRef): Rule[] {
  return engine.withSocket(ns, (socket) =>
    ([4, 6] as const).flatMap((family) =>
      socket
        .dump(dumpRules(family))
        .flatMap((payload) => readRule(payload) ?? [])
        .filter((rule) => rule.family === family),
    ),
  );
}

export function addRule(engine: Engine, rule: Rule, ns?: NetnsRef): void {
  engine.withSocket(ns, (socket) => socket.transact([writeRule(describe('add', rule), 'add', rule)]));
}

export function deleteRule(engine: Engine, rule: Rule, ns?: NetnsRef): void {
  engine.withSocket(ns, (socket) => socket.transact([writeRule(describe('delete', rule), 'delete', rule)]));
}

function describe(verb: string, { family, priority, source, mark, table }: Rule): string {
  const parts = [verb, `IPv${family} rule`, 'from', source ?? 'all'];
  if (priority !== undefined) parts.push('priority', String(priority));
  if (mark !== undefined) parts.push('mark', String(mark));
  if (table !== undefined) parts.push('table', String(table));
  return parts.join(' ');
}
