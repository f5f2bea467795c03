// A program's configuration: declared once, read from flags and environment, explained in help, docs and chart.

import { fail, ok, type Result } from '@kube-ovn/errors';
import { type ChartValues, chartArguments, chartValues } from './chart-values.ts';
import { COMMON_OPTIONS, type CommonConfig } from './common-options.ts';
import { helpText, type ProgramTexts } from './help-text.ts';
import { markdown } from './markdown.ts';
import { type ConfigOf, type ConfigShape, optionName } from './option-spec.ts';
import { type Environment, type Reading, readArguments } from './read-arguments.ts';

export interface ConfigRules<Config> {
  /** Rules over several options, asked once every single value is right. Each text is one complaint. */
  readonly check?: (config: Config) => readonly string[];
}

export type ProgramReading<Config> =
  | Exclude<Reading, { readonly kind: 'values' }>
  | { readonly kind: 'config'; readonly config: Config };

export interface ConfigDefinition<Config> {
  readonly shape: ConfigShape;
  /** Everything that a command line can mean, help and version included. */
  read(argv: readonly string[], env: Environment): ProgramReading<Config>;
  /** Only the values; the failure lists every complaint. */
  parse(argv: readonly string[], env: Environment): Result<Config, readonly string[]>;
  helpText(program: ProgramTexts, width?: number): string;
  markdown(program: ProgramTexts): string;
  chartValues(): ChartValues;
  chartArguments(): string[];
  /** The config with secrets hidden, for the log. */
  forLog(config: Config): Record<string, unknown>;
}

export function defineConfig<const Shape extends ConfigShape>(
  own: Shape,
  rules: ConfigRules<ConfigOf<Shape> & CommonConfig> = {},
): ConfigDefinition<ConfigOf<Shape> & CommonConfig> {
  type Config = ConfigOf<Shape> & CommonConfig;
  const shape: ConfigShape = { ...own, ...COMMON_OPTIONS };
  assertSound(own, shape);

  function read(argv: readonly string[], env: Environment): ProgramReading<Config> {
    const reading = readArguments(shape, argv, env);
    if (reading.kind !== 'values') return reading;
    const config = reading.values as Config;
    const errors = rules.check?.(config) ?? [];
    return errors.length > 0 ? { kind: 'errors', errors } : { kind: 'config', config };
  }

  return {
    shape,
    read,
    parse(argv, env) {
      const reading = read(argv, env);
      if (reading.kind === 'config') return ok(reading.config);
      return fail(reading.kind === 'errors' ? reading.errors : [`--${reading.kind} asks for no values`]);
    },
    helpText: (program, width) => helpText(program, shape, width),
    markdown: (program) => markdown(program, shape),
    chartValues: () => chartValues(own),
    chartArguments: () => chartArguments(own),
    forLog: (config) =>
      Object.fromEntries(Object.entries(config).flatMap(([key, value]) => shownEntry(shape, key, value))),
  };
}

/** Mistakes of the author of a shape: bugs, found at import. */
function assertSound(own: ConfigShape, shape: ConfigShape): void {
  const names = new Set<string>();
  for (const [key, spec] of Object.entries(shape)) {
    if (key in own && key in COMMON_OPTIONS) throw new Error(`option ${key} is built in`);
    if (spec.flag === undefined && spec.env === undefined) throw new Error(`option ${key} has neither flag nor env`);
    if (spec.default !== undefined && !spec.schema.safeParse(spec.default).success) {
      throw new Error(`the default of option ${key} does not fit its schema`);
    }
    for (const name of [spec.flag && `--${spec.flag}`, spec.env]) {
      if (name === undefined) continue;
      if (names.has(name)) throw new Error(`${optionName(spec)} is declared twice`);
      names.add(name);
    }
  }
}

function shownEntry(shape: ConfigShape, key: string, value: unknown): [string, unknown][] {
  const spec = shape[key];
  if (!spec || spec.hidden) return [];
  return [[key, spec.secret && value ? '[secret]' : value]];
}
