// The real controller on the seat that a scenario offers: same code as the program, no process of its own.

import { defaultNetworkConfig, KIND_NAMES, type KindName, NO_METRICS, startController } from '@kube-ovn/controller';
import type { ControllerSeat, RunningController } from '@kube-ovn/testkit/scenario';

// A scenario has no time to lose: what is delayed or repeated to spare a cluster follows at once here.
const USAGE_DELAY_MS = 5;
const WATCH_BACKOFF_MS = 10;
/** Repetitions that are further away than this are not waited for. */
const HORIZON_MS = 150;

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
      watchBackoffMs: WATCH_BACKOFF_MS,
      now: clock.now,
      timers: { now: clock.monotonic, setTimer: clock.after },
    },
    signal,
  );
  return {
    kinds: KIND_NAMES,
    versions: (kind) => controller.versions(kind as KindName),
    seen: (kind) => controller.seen(kind as KindName),
    get healthy() {
      return controller.healthy;
    },
    settled: () => controller.settled(HORIZON_MS),
    check: () => controller.check(),
    northbound: controller.northbound,
    stop: () => controller.stop(),
  };
}
