// All steps there are; the README lists them in this order.

import { matchUsage, type StepDefinition } from './step-definition.ts';
import { controllerSteps } from './steps/controller.ts';
import { databaseSteps } from './steps/database.ts';
import { faultSteps } from './steps/faults.ts';
import { memorySteps } from './steps/memory.ts';
import { objectExpectations } from './steps/object-expectations.ts';
import { objectSteps } from './steps/objects.ts';
import { rowSteps } from './steps/rows.ts';
import { traceSteps } from './steps/trace.ts';

export const VOCABULARY: readonly StepDefinition[] = [
  ...objectSteps,
  ...objectExpectations,
  ...rowSteps,
  ...controllerSteps,
  ...databaseSteps,
  ...faultSteps,
  ...memorySteps,
  ...traceSteps,
];

interface FoundStep {
  readonly definition: StepDefinition;
  readonly args: Readonly<Record<string, string>>;
}

export function findStep(words: readonly string[]): FoundStep | undefined {
  for (const definition of VOCABULARY) {
    const args = matchUsage(definition.usage, words);
    if (args !== undefined) return { definition, args };
  }
  return undefined;
}
