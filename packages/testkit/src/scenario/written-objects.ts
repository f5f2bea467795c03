// The objects that a scenario writes, for runs that write them otherwise.

import { stringify } from 'yaml';
import { readContent } from './parse-scenario.ts';
import type { Scenario, Step } from './scenario.ts';
import { objectsOf, type ScenarioObject } from './short-object.ts';

const WRITES = new Set(['given', 'apply']);

/** Those that are spelled out; what loops and memory make is left out. */
export function writtenObjects(scenario: Scenario): readonly ScenarioObject[] {
  return scenario.steps.filter(isPlainWrite).flatMap((step) => objectsOf(readContent(step, scenario.file)));
}

/** The same scenario with the objects of each run of `given` or `apply` steps in another order, one step per object. */
export function reorderObjects(
  scenario: Scenario,
  order: (objects: ScenarioObject[]) => readonly ScenarioObject[],
): Scenario {
  const steps: Step[] = [];
  for (let index = 0; index < scenario.steps.length; index++) {
    const first = scenario.steps[index]!;
    if (!isPlainWrite(first)) {
      steps.push(first);
      continue;
    }
    const objects: ScenarioObject[] = [];
    for (let step = scenario.steps[index]; step !== undefined && isLike(step, first); step = scenario.steps[++index]) {
      objects.push(...objectsOf(readContent(step, scenario.file)));
    }
    index--;
    // The same name twice is a change of an object, whose order means something.
    const names = new Set(objects.map(({ kind, metadata }) => `${kind}/${metadata.namespace}/${metadata.name}`));
    const ordered = names.size < objects.length ? objects : order(objects);
    for (const object of ordered) steps.push({ ...first, content: { text: stringify(object), line: first.line } });
  }
  return { ...scenario, steps };
}

function isPlainWrite(step: Step): boolean {
  return WRITES.has(step.words[0]!) && step.loop === undefined && !/<[a-z][\w-]*>/.test(step.content?.text ?? '');
}

function isLike(step: Step, first: Step): boolean {
  return isPlainWrite(step) && step.words[0] === first.words[0];
}
