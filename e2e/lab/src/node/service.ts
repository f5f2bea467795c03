// A program that a node keeps running: runit starts it again a second after its end.

export interface Service {
  readonly name: string;
  readonly command: readonly string[];
  /** Socket that must be there before it starts. */
  readonly after?: string;
}

/** Script of a runit service. What the program writes goes into its own log. */
export function runScript({ name, command, after }: Service): string {
  return [
    '#!/bin/sh',
    `exec >>/var/log/${name}.log 2>&1`,
    `echo "--- start of ${name}, $(date -Is)"`,
    ...(after ? [`while ! [ -S ${after} ]; do sleep 0.05; done`] : []),
    `exec ${command.map(quoted).join(' ')}`,
    '',
  ].join('\n');
}

function quoted(word: string): string {
  return /^[\w@%+=:,./[\]-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
