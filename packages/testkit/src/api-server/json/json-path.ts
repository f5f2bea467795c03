// The part of JSONPath that printer columns use: `.a.b`, `.a[0]`, `.a[*].b`, `.a[?(@.type=="Ready")].status`, `.a['b.c']`.
import { isJsonArray, isJsonObject, type Json, jsonAt } from './json.ts';

type Step = (values: readonly Json[]) => readonly Json[];

export function jsonPath(expression: string): (root: Json) => Json | undefined {
  const steps = parseSteps(expression);
  return (root) => {
    const found = steps.reduce<readonly Json[]>((values, step) => step(values), [root]);
    // As kubectl does: the first match counts.
    return found[0];
  };
}

const STEP =
  /\.((?:[A-Za-z0-9_\-/]|\\.)+)|\[(\d+)\]|\[(\*)\]|\['((?:[^'\\]|\\.)+)'\]|\[\?\(@\.([\w.]+)\s*==\s*["']([^"']*)["']\)\]/gy;

function parseSteps(expression: string): readonly Step[] {
  const path = expression.replace(/^\{|\}$/g, '');
  const steps: Step[] = [];
  for (const [, name, index, all, quoted, field, wanted] of path.matchAll(STEP)) {
    const member = name ?? quoted;
    if (member !== undefined) steps.push(memberStep(member.replaceAll(/\\(.)/g, '$1')));
    else if (index !== undefined) steps.push((values) => values.flatMap((value) => itemAt(value, Number(index))));
    else if (all !== undefined) steps.push((values) => values.flatMap(itemsOf));
    else if (field !== undefined) steps.push(filterStep(field.split('.'), wanted ?? ''));
  }
  return steps;
}

function memberStep(name: string): Step {
  return (values) =>
    values.flatMap((value) => {
      const member = isJsonObject(value) ? value[name] : undefined;
      // Wrapped, because flatMap would open an array that is itself the value.
      return member === undefined ? [] : [member];
    });
}

function filterStep(path: readonly string[], wanted: string): Step {
  return (values) => values.flatMap(itemsOf).filter((item) => String(jsonAt(item, path)) === wanted);
}

function itemAt(value: Json, index: number): readonly Json[] {
  const item = isJsonArray(value) ? value[index] : undefined;
  return item === undefined ? [] : [item];
}

function itemsOf(value: Json): readonly Json[] {
  if (isJsonArray(value)) return value;
  return isJsonObject(value) ? Object.values(value).filter((member) => member !== undefined) : [];
}
