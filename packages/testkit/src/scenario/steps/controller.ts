// The controller: waiting for it, ending it, and what it has written.

import type { StepDefinition } from '../step-definition.ts';

export const controllerSteps: readonly StepDefinition[] = [
  {
    usage: 'settle',
    help: 'the controller has seen everything, planned it, committed it and written it',
    run: (scene) => scene.settle(),
  },
  { usage: 'kill controller', help: 'it ends at once, as by kill -9', run: (scene) => scene.controller.kill() },
  { usage: 'start controller', help: 'a new one starts', run: (scene) => scene.controller.start() },
  {
    usage: 'restart controller',
    help: 'killed, started, settled',
    async run(scene) {
      await scene.controller.kill();
      scene.controller.start();
      await scene.settle();
    },
  },
  {
    usage: 'check everything',
    help: 'the full comparison that the controller makes from time to time',
    async run(scene) {
      const { controller } = await scene.controller.running();
      await controller.check();
      await scene.settle();
    },
  },
  {
    usage: 'mark',
    help: 'from here on it counts what is written',
    run(scene) {
      scene.mark = scene.written();
    },
  },
  {
    usage: 'expect nothing written',
    help: 'since the mark: no transaction that changes rows, no write request but events',
    calmOnly: true,
    run(scene) {
      const { transactions, requests } = scene.written();
      const rows = transactions - scene.mark.transactions;
      const writes = requests - scene.mark.requests;
      if (rows === 0 && writes === 0) return;
      throw new Error(
        `${rows} transactions and ${writes} API writes\n  ${scene.relay.recent.slice(-rows || 20).join('\n  ')}`,
      );
    },
  },
  {
    usage: 'expect at most <n> transactions',
    help: 'since the mark: batches, not a transaction per object',
    calmOnly: true,
    run(scene, { args }) {
      const rows = scene.written().transactions - scene.mark.transactions;
      if (rows > Number(args.n)) throw new Error(`seen ${rows}`);
    },
  },
  {
    usage: 'expect log <part>',
    help: 'the controller has logged a line that contains this',
    calmOnly: true,
    run(scene, { args }) {
      if (!scene.log.some((line) => line.includes(args.part!))) throw new Error('it has not');
    },
  },
  {
    usage: 'clock <amount>',
    help: '`+60s`, `+5m`: time passes, for the controller and for the API server',
    run(scene, { args, place }) {
      const ms = milliseconds(args.amount!);
      if (ms === undefined) throw new Error(`${place.line}: not an amount of time: ${args.amount}`);
      scene.server.tick(ms);
      scene.clock.advance(ms);
    },
  },
];

export function milliseconds(text: string): number | undefined {
  const match = /^\+?(\d+)(ms|s|m|h)$/.exec(text);
  if (match === null) return undefined;
  const unit = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }[match[2]!]!;
  return Number(match[1]) * unit;
}
