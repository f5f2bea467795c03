// One sentence of the vocabulary: how it is written, what it means, what it does.

import type { Place } from './scenario-error.ts';
import type { Scene } from './scene.ts';

export interface StepDefinition {
  /** `expect row <table> [<key>]`: words, parameters, and one optional parameter at the end. */
  readonly usage: string;
  readonly help: string;
  readonly content?: 'optional' | 'required';
  /** What a run with faults cannot be asked: an event that was not sent yet dies with its controller. */
  readonly calmOnly?: true;
  run(scene: Scene, call: StepCall): Promise<void> | void;
}

export interface StepCall {
  readonly place: Place;
  readonly args: Readonly<Record<string, string>>;
  readonly content: unknown;
}

/** The values of the parameters when the words are an instance of the usage. */
export function matchUsage(usage: string, words: readonly string[]): Record<string, string> | undefined {
  const parts = usage.split(' ');
  const args: Record<string, string> = {};
  for (const [index, part] of parts.entries()) {
    const word = words[index];
    const optional = part.startsWith('[');
    const name = /^\[?<(.+)>\]?$/.exec(part)?.[1];
    if (word === undefined) {
      if (!optional) return undefined;
    } else if (name !== undefined) args[name] = word;
    else if (part.replace(/^\[|\]$/g, '') !== word) return undefined;
    else if (optional) args[word] = 'yes';
  }
  return words.length > parts.length ? undefined : args;
}
