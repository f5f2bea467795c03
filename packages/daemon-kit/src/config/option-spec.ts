// One option of a program: the single place from which its flag, environment variable, help line, docs row and chart value come.

import type { output, ZodType } from 'zod';

export interface OptionSpec {
  /** Flag as the contract spells it, without dashes. Without a flag the option is read from `env` only. */
  readonly flag?: string;
  /** Environment variable; the flag wins over it, and an empty one counts as absent. */
  readonly env?: string;
  readonly schema: ZodType;
  /** Value when neither flag nor environment gives one, in the form that `schema` reads. Without it, the schema decides. */
  readonly default?: unknown;
  /** What the reader gains or risks, in one line. */
  readonly help: string;
  /** Heading in help and docs. */
  readonly group?: string;
  /** Path of the Helm value that sets it, for example "controller.gcInterval". */
  readonly chart?: string;
  /** Never printed: not in help, logs or docs. */
  readonly secret?: boolean;
  /** Accepted, but not shown in help (compatibility flags). */
  readonly hidden?: boolean;
}

export type ConfigShape = Readonly<Record<string, OptionSpec>>;

export type ConfigOf<Shape extends ConfigShape> = { readonly [Key in keyof Shape]: output<Shape[Key]['schema']> };

/** How users name the option. */
export function optionName(spec: OptionSpec): string {
  return spec.flag === undefined ? `environment variable ${spec.env}` : `--${spec.flag}`;
}
