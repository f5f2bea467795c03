// `modify` of update2/update3 carries differences: a set column lists the elements to toggle, a map column the entries to
// add, replace, or (same key, same value) remove. Old values stay untouched; a new value comes out.
import { ProtocolError } from './ovsdb-error.ts';
import { copyEntries } from './read-value.ts';
import type { Scalar } from './value.ts';

/** From this size on, looking for an element one by one costs more than keeping positions. */
const LARGE = 32;

/** Positions of the elements of large arrays. They move to the successor, so a change costs its own size, plus one copy. */
const positionsOf = new WeakMap<readonly Scalar[], Map<Scalar, number>>();

/** What happened to a set column. */
export interface SetChange {
  readonly added: readonly Scalar[];
  readonly removed: readonly Scalar[];
}

/** The set after the toggle; `told` gets what that meant. */
export function toggleElements(
  before: readonly Scalar[],
  toggled: readonly Scalar[],
  told?: (change: SetChange) => void,
): readonly Scalar[] {
  if (toggled.length === 0) return before;
  if (before.length + toggled.length < LARGE) {
    const added = toggled.filter((element) => !before.includes(element));
    tell(toggled, added, told);
    return toggleSmall(before, toggled, added);
  }
  const positions = positionsOf.get(before) ?? new Map(before.map((element, i) => [element, i]));
  positionsOf.delete(before);
  const added = toggled.filter((element) => !positions.has(element));
  tell(toggled, added, told);
  const after = toggleLarge(before, positions, toggled, added);
  positionsOf.set(after, positions);
  return after;
}

function tell(
  toggled: readonly Scalar[],
  added: readonly Scalar[],
  told: ((change: SetChange) => void) | undefined,
): void {
  if (told === undefined) return;
  const isNew = new Set(added);
  told({ added, removed: added.length === toggled.length ? [] : toggled.filter((element) => !isNew.has(element)) });
}

function toggleSmall(
  before: readonly Scalar[],
  toggled: readonly Scalar[],
  added: readonly Scalar[],
): readonly Scalar[] {
  const kept = before.filter((element) => !toggled.includes(element));
  return kept.concat(added);
}

/** Exactly one copy of the old array, whatever happens: it is what a change of a set of ten thousand costs. */
function toggleLarge(
  before: readonly Scalar[],
  positions: Map<Scalar, number>,
  toggled: readonly Scalar[],
  added: readonly Scalar[],
): readonly Scalar[] {
  const after = before.concat(added);
  for (let i = before.length; i < after.length; i += 1) positions.set(after[i]!, i);
  if (added.length === toggled.length) return after;
  const isNew = new Set(added);
  for (const element of toggled) if (!isNew.has(element)) removeLarge(after, positions, element);
  return after;
}

function removeLarge(elements: Scalar[], positions: Map<Scalar, number>, element: Scalar): void {
  const at = positions.get(element)!;
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
  const after = copyEntries(before);
  for (const key in difference) {
    const value = difference[key];
    if (value === undefined) throw new ProtocolError(`a map difference without a value at "${key}"`);
    if (before[key] === value) delete after[key];
    else after[key] = value;
  }
  return after;
}
