// One value of the chart: the single place from which values.yaml, values.schema.json, the reference page and the refusal of
// what is not built come.

import type { ZodType } from 'zod';

export interface ValueSpec {
  /** "networking.pods.cidr.v4" */
  readonly path: string;
  /** What a user may write. Its input side becomes JSON schema. */
  readonly schema: ZodType;
  readonly default: unknown;
  readonly help: string;
  /**
   * Its feature is not built yet: only these values install. Booleans that are on by default install with both values,
   * because an old values file must.
   */
  readonly allowed?: readonly unknown[];
  /** Accepted, and without any effect: it tunes something that works in another way here. */
  readonly inert?: boolean;
  /** Programs' flags that the value becomes, for the reference page. */
  readonly flags?: readonly string[];
}

export interface ClassicName {
  /** Name in the chart with upper-case values. */
  readonly classic: string;
  readonly path: string;
  /** Values that are spelled otherwise there. */
  readonly words?: Readonly<Record<string, string>>;
}
