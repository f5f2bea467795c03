// The real controller on the seat that a scenario offers: same code as the program, no process of its own.

import { defaultNetworkConfig, KIND_NAMES, type KindName, NO_METRICS, startController } from '@kube-ovn/controller';
import type { ControllerSeat, RunningController } from '@kube-ovn/testkit/scenario';

/** Statuses follow at once: a scenario has no time to lose. */
const USAGE_DELAY_MS = 5;

export async function controllerInProcess(seat: ControllerSeat): Promise<RunningController> {
  const { client, endpoints, config, clock, log, bug, signal } = seat;
  const controller = await startController(
    {
      client,
      northbound: { endpoints },
      config: defaultNetworkConfig(config),
      log: {
        note: (facts, message) => log(`${message} ${JSON.stringify(facts)}`),
        northbound: (state, why) => log(`northbound ${state}${why === undefined ? '' : `: ${why}`}`),
        watchFailed: (kind, error) => log(`watch of ${kind}: ${error.message}`),
        writeFailed: (owner, write, error) => log(`${owner}: ${write.verb} of ${write.kind}: ${error.message}`),
        refused: (key, error) => log(`${key}: ${error.code}: ${error.message}`),
        planFailed: (key, error) => bug(`plan of ${key}: ${error.stack}`),
        crashed: (error) => bug(`crashed: ${error.stack}`),
      },
      metrics: NO_METRICS,
      usageDelayMs: USAGE_DELAY_MS,
      now: clock.now,
      timers: { now: clock.monotonic, setTimer: clock.after },
    },
    signal,
  );
  return {
    kinds: KIND_NAMES,
    seen: (kind) => controller.seen(kind as KindName),
    settled: () => controller.settled(),
    check: () => controller.check(),
    northbound: controller.northbound,
    stop: () => controller.stop(),
  };
}
