// Union, difference and intersection of ordinal sets: one pass over both, the operands stay as they are.

import { following, larger, type Ordinal, preceding, smaller } from './ordinal.ts';
import { type Interval, OrdinalSet } from './ordinal-set.ts';

export function union(a: OrdinalSet, b: OrdinalSet): OrdinalSet {
  return OrdinalSet.fromSorted(merged(a, b));
}

export function intersection(a: OrdinalSet, b: OrdinalSet): OrdinalSet {
  return OrdinalSet.fromSorted(common(a, b));
}

export function difference(a: OrdinalSet, b: OrdinalSet): OrdinalSet {
  return OrdinalSet.fromSorted(remaining(a, b));
}

export function intersects(a: OrdinalSet, b: OrdinalSet): boolean {
  return common(a, b).next().done !== true;
}

function* merged(a: OrdinalSet, b: OrdinalSet): IterableIterator<Interval> {
  const left = a.intervals();
  const right = b.intervals();
  let x = next(left);
  let y = next(right);
  while (x || y) {
    if (x && (!y || x.first <= y.first)) {
      yield x;
      x = next(left);
    } else if (y) {
      yield y;
      y = next(right);
    }
  }
}

function* common(a: OrdinalSet, b: OrdinalSet): IterableIterator<Interval> {
  const left = a.intervals();
  const right = b.intervals();
  let x = next(left);
  let y = next(right);
  while (x && y) {
    const first = larger(x.first, y.first);
    const last = smaller(x.last, y.last);
    if (first <= last) yield { first, last };
    if (x.last < y.last) x = next(left);
    else y = next(right);
  }
}

function* remaining(a: OrdinalSet, b: OrdinalSet): IterableIterator<Interval> {
  const cuts = b.intervals();
  let cut = next(cuts);
  for (const { first, last } of a.intervals()) {
    let start: Ordinal = first;
    while (cut && cut.last < start) cut = next(cuts);
    while (cut && cut.first <= last) {
      if (cut.first > start) yield { first: start, last: preceding(cut.first) };
      start = following(cut.last);
      if (start > last) break;
      cut = next(cuts);
    }
    if (start <= last) yield { first: start, last };
  }
}

function next(iterator: Iterator<Interval>): Interval | undefined {
  const step = iterator.next();
  return step.done ? undefined : step.value;
}
