// A scenario as it is read: a title, what it is about, and steps in order.

export interface Scenario {
  readonly file: string;
  readonly title: string;
  /** Ids of the collection of known cases: `A1`, `KO-5565`. */
  readonly cases: readonly string[];
  /** Settings of the controller that differ from the default. */
  readonly config: Readonly<Record<string, unknown>>;
  /** Schedules of faults that do not apply, each with its reason. */
  readonly exceptions: ReadonlyMap<string, string>;
  readonly steps: readonly Step[];
}

export interface Step {
  readonly line: number;
  /** The line without its content, as written. */
  readonly text: string;
  readonly words: readonly string[];
  readonly content?: Content;
  readonly loop?: Loop;
}

/** YAML after the words, or indented below them. */
export interface Content {
  readonly text: string;
  readonly line: number;
}

/** `for n in 1..300`: the step once per number. */
export interface Loop {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}
