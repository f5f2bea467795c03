// Runs a scenario, calm or disturbed, and says what was left at its end.

import { type EndState, endState } from './end-state.ts';
import { readContent } from './parse-scenario.ts';
import type { Scenario, Step } from './scenario.ts';
import { ScenarioError } from './scenario-error.ts';
import { Scene } from './scene.ts';
import type { DatabaseKind, Stage } from './stage.ts';
import { findStep } from './vocabulary.ts';

/** What happens to a run besides its own steps. */
export interface Disturbance {
  readonly name: string;
  readonly database?: DatabaseKind;
  /** Before the first step. */
  prepare?(scene: Scene): Promise<void> | void;
  /** Before each step. */
  beforeStep?(scene: Scene, step: Step, index: number): Promise<void> | void;
  /** After the last step, settled. */
  finish?(scene: Scene): Promise<void> | void;
  /** The end is another one on purpose. */
  readonly otherEnd?: true;
  /** Expectations hold in disturbed runs too, unless the disturbance takes their meaning away. */
  readonly withoutExpectations?: true;
}

export interface Outcome {
  readonly endState: EndState;
  readonly transactions: number;
  readonly apiWrites: number;
  /** Rows that were removed and inserted again, and how often. */
  readonly recreated: ReadonlyMap<string, number>;
}

const BEFORE_START = new Set(['given', 'rows', 'foreign']);

export async function runScenario(stage: Stage, scenario: Scenario, disturbance?: Disturbance): Promise<Outcome> {
  const active = firstActive(scenario);
  const scene = await Scene.open(stage, databaseOf(scenario, disturbance), scenario.config);
  try {
    await disturbance?.prepare?.(scene);
    for (const [index, step] of scenario.steps.entries()) {
      if (index === active) scene.controller.start();
      await disturbance?.beforeStep?.(scene, step, index);
      await runStep(scene, scenario, step, disturbance);
    }
    return await end(scene, scenario, disturbance);
  } catch (error) {
    if (error instanceof ScenarioError) throw error;
    const last = scenario.steps.at(-1)?.line ?? 1;
    throw failure(error, { file: scenario.file, line: last }, `at the end`, scene, disturbance);
  } finally {
    await scene.close();
  }
}

async function end(scene: Scene, scenario: Scenario, disturbance: Disturbance | undefined): Promise<Outcome> {
  if (scenario.steps.length > 0) scene.controller.start();
  await scene.settle();
  const recreated = new Map(scene.northbound.recreated);
  await disturbance?.finish?.(scene);
  await scene.settle();
  if (scene.bugs.length > 0) throw new Error(`the controller failed: ${scene.bugs.join('; ')}`);
  const broken = scene.stage.invariants(scene);
  if (broken.length > 0) throw new Error(`copies of one fact disagree:\n  ${broken.join('\n  ')}`);
  for (const { table, uuid, row } of scene.foreign) {
    const now = scene.northbound.client.replica.table(table).get(uuid);
    if (JSON.stringify(now) !== JSON.stringify(row))
      throw new Error(
        `a row of somebody else was touched: ${table} ${JSON.stringify(row)}, now ${JSON.stringify(now)}`,
      );
  }
  const { transactions, requests } = scene.written();
  return { endState: endState(scene), transactions, apiWrites: requests, recreated };
}

/** The first step at which the controller runs: what speaks of the time before it comes first, or the scenario starts it itself. */
function firstActive({ steps }: Scenario): number {
  const own = steps.find(({ words }) => words[1] === 'controller');
  const index =
    own?.text === 'start controller'
      ? steps.indexOf(own)
      : steps.findIndex(({ words }) => !BEFORE_START.has(words[0]!));
  return index < 0 ? steps.length : index;
}

function databaseOf({ steps }: Scenario, disturbance: Disturbance | undefined): DatabaseKind {
  if (disturbance === undefined && steps.some(({ words }) => words[0] === 'trace')) return 'central';
  if (steps.some(({ text }) => text === 'leader moves')) return 'cluster';
  return disturbance?.database ?? 'plain';
}

async function runStep(scene: Scene, scenario: Scenario, step: Step, disturbance: Disturbance | undefined) {
  const { loop } = step;
  if (loop === undefined) return runOnce(scene, scenario, step, disturbance);
  for (let number = loop.from; number <= loop.to; number++) {
    scene.memory.set(loop.name, String(number));
    await runOnce(scene, scenario, step, disturbance);
  }
}

async function runOnce(scene: Scene, scenario: Scenario, step: Step, disturbance: Disturbance | undefined) {
  const place = { file: scenario.file, line: step.line };
  const fill = (text: string) => text.replace(/<([a-z][\w-]*)>/g, (whole, name) => scene.memory.get(name) ?? whole);
  const words = step.words.map((word) => (step.words[0] === 'remember' ? word : fill(word)));
  const { definition, args } = findStep(words)!;
  if (disturbance !== undefined && definition.calmOnly) return;
  if (disturbance?.withoutExpectations && (words[0] === 'expect' || words[0] === 'trace')) return;
  try {
    if (words[0] === 'expect' || words[0] === 'remember') await scene.server.refresh?.();
    await definition.run(scene, { place, args, content: readContent(step, scenario.file, fill) });
  } catch (error) {
    throw failure(error, place, step.text, scene, disturbance);
  }
}

function failure(
  error: unknown,
  place: { file: string; line: number },
  what: string,
  scene: Scene,
  disturbance: Disturbance | undefined,
): ScenarioError {
  if (error instanceof ScenarioError) return error;
  const message = error instanceof Error ? error.message : String(error);
  const under = disturbance === undefined ? '' : ` (under ${disturbance.name})`;
  return new ScenarioError(place, `${what}${under}: ${message}${scene.logTail()}`, error);
}
