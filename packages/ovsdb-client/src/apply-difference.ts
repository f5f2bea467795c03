// `modify` of update2/update3 carries differences: a set column lists the elements to toggle, a map column the entries to
// add, replace, or (same key, same value) remove. Old values stay untouched; a new value comes out.
import { ProtocolError } from './ovsdb-error.ts';
import type { Scalar } from './value.ts';

/** From this size on, looking for an element one by one costs more than keeping positions. */
const LARGE = 32;

/** Positions of the elements of large arrays. They move to the successor, so a change costs its own size, plus one copy. */
const positionsOf = new WeakMap<readonly Scalar[], Map<Scalar, number>>();

export function toggleElements(before: readonly Scalar[], toggled: readonly Scalar[]): readonly Scalar[] {
  if (toggled.length === 0) return before;
  const after = before.slice();
  if (before.length + toggled.length < LARGE) {
    for (const element of toggled) toggleSmall(after, element);
    return after;
  }
  const positions = positionsOf.get(before) ?? new Map(before.map((element, i) => [element, i]));
  positionsOf.delete(before);
  for (const element of toggled) toggleLarge(after, positions, element);
  positionsOf.set(after, positions);
  return after;
}

function toggleSmall(elements: Scalar[], element: Scalar): void {
  const at = elements.indexOf(element);
  if (at < 0) elements.push(element);
  else elements.splice(at, 1);
}

function toggleLarge(elements: Scalar[], positions: Map<Scalar, number>, element: Scalar): void {
  const at = positions.get(element);
  if (at === undefined) {
    positions.set(element, elements.push(element) - 1);
    return;
  }
  positions.delete(element);
  const last = elements.pop()!;
  if (at === elements.length) return;
  elements[at] = last;
  positions.set(last, at);
}

export function mergeEntries(
  before: Readonly<Record<string, Scalar>>,
  difference: Readonly<Record<string, Scalar>>,
): Readonly<Record<string, Scalar>> {
  const after: Record<string, Scalar> = Object.assign(Object.create(null), before);
  for (const key in difference) {
    const value = difference[key];
    if (value === undefined) throw new ProtocolError(`a map difference without a value at "${key}"`);
    if (before[key] === value) delete after[key];
    else after[key] = value;
  }
  return after;
}
