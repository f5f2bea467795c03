// Scenarios: behaviour of the controller as text, run against a real database and an API server.

export { CLUSTER_KINDS } from './cluster-kinds.ts';
export type { ControllerSeat, RunningController, StartController } from './controller-slot.ts';
export { difference, type EndState, endState } from './end-state.ts';
export { installCrds } from './install-crds.ts';
export { parseScenario } from './parse-scenario.ts';
export type { Fate } from './relay.ts';
export { type Disturbance, type Outcome, runScenario } from './run-scenario.ts';
export type { Scenario, Step } from './scenario.ts';
export { ScenarioError } from './scenario-error.ts';
export { CONTROLLER_AGENT, type Scene } from './scene.ts';
export type { ScenarioObject } from './short-object.ts';
export { type DatabaseKind, Stage } from './stage.ts';
export { moveLeader } from './steps/database.ts';
export { blind, expireHistory, seeAgain } from './steps/faults.ts';
export { applyObject } from './steps/objects.ts';
export { insertForeignRows } from './steps/rows.ts';
export { VOCABULARY } from './vocabulary.ts';
export { reorderObjects, writtenObjects } from './written-objects.ts';
