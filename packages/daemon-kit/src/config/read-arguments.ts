// Command line and environment -> values. commander finds the flags; every wrong value is reported, not only the first.

import { Command, CommanderError, Option } from 'commander';
import { normaliseGoArguments } from './go-arguments.ts';
import { type ConfigShape, type OptionSpec, optionName } from './option-spec.ts';
import { readTexts, type ValueKind, valueKind } from './value-kind.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export type Reading =
  | { readonly kind: 'help' | 'version' }
  | { readonly kind: 'errors'; readonly errors: readonly string[] }
  | { readonly kind: 'values'; readonly values: Readonly<Record<string, unknown>> };

export function readArguments(shape: ConfigShape, argv: readonly string[], env: Environment): Reading {
  const texts = new Map<string, string[]>();
  const stopped = parseFlags(shape, argv, texts);
  if (stopped) return stopped;
  const values: Record<string, unknown> = {};
  const missing: string[] = [];
  const errors: string[] = [];
  for (const [key, spec] of Object.entries(shape)) {
    const given = givenValue(spec, texts, env);
    if (given === undefined && !spec.schema.safeParse(undefined).success) {
      missing.push(optionName(spec));
      continue;
    }
    const parsed = spec.schema.safeParse(given);
    if (parsed.success) values[key] = parsed.data;
    else
      errors.push(...parsed.error.issues.map((issue) => `${optionName(spec)}: ${issue.message}${shown(spec, given)}`));
  }
  if (missing.length > 0) errors.unshift(`missing required flags: ${missing.join('; ')}`);
  return errors.length > 0 ? { kind: 'errors', errors } : { kind: 'values', values };
}

function givenValue(spec: OptionSpec, texts: ReadonlyMap<string, string[]>, env: Environment): unknown {
  const kind = valueKind(spec.schema);
  const fromFlag = spec.flag === undefined ? undefined : texts.get(spec.flag);
  if (fromFlag) return readTexts(kind, fromFlag);
  const fromEnv = spec.env === undefined ? undefined : env[spec.env];
  return fromEnv ? readTexts(kind, [fromEnv]) : spec.default;
}

function shown(spec: OptionSpec, given: unknown): string {
  return spec.secret || given === undefined ? '' : ` (given: ${JSON.stringify(given)})`;
}

/** Fills `texts`; returns a reading when the command line already decides what happens. */
function parseFlags(shape: ConfigShape, argv: readonly string[], texts: Map<string, string[]>): Reading | undefined {
  const command = new Command()
    .exitOverride()
    .configureOutput({ writeOut: () => {}, writeErr: () => {} })
    .allowExcessArguments(false)
    .version('0', '--version')
    .helpOption('-h, --help');
  const kinds = new Map<string, ValueKind>();
  for (const spec of Object.values(shape)) {
    if (spec.flag === undefined) continue;
    const { flag } = spec;
    kinds.set(flag, valueKind(spec.schema));
    const collect = (text: string) => {
      texts.set(flag, [...(texts.get(flag) ?? []), text]);
      return text;
    };
    command.addOption(new Option(`--${flag} <value>`).argParser(collect).hideHelp(spec.hidden === true));
  }
  try {
    command.parse(normaliseGoArguments(argv, kinds), { from: 'user' });
    return undefined;
  } catch (thrown) {
    if (!(thrown instanceof CommanderError)) throw thrown;
    if (thrown.code === 'commander.helpDisplayed' || thrown.code === 'commander.help') return { kind: 'help' };
    if (thrown.code === 'commander.version') return { kind: 'version' };
    return { kind: 'errors', errors: [thrown.message.replace(/^error: /, '').replaceAll(/\s*\n\s*/g, ' ')] };
  }
}
