// `ping -i 0.001` from a pod, again and again until told to stop; each run waits for its last answer, so nothing that is
// still under way counts as lost.

import { dataPlaneCommand, runCommand } from '@kube-ovn/testkit';

export interface PingPath {
  readonly name: string;
  /** Network namespace of the pod that asks. */
  readonly netns: string;
  readonly target: string;
}

export interface PingCount {
  readonly sent: number;
  readonly received: number;
}

const PER_RUN = 1_000;
const INTERVAL_S = '0.001';
/** For an answer, in seconds; a packet that takes longer is lost. */
const PATIENCE_S = '2';

export class Pinger {
  readonly path: PingPath;
  readonly #ended: Promise<PingCount>;
  readonly #started = Promise.withResolvers<void>();
  #stopping = false;

  constructor(path: PingPath) {
    this.path = path;
    this.#ended = this.#run();
    this.#ended.catch(() => {});
  }

  /** Resolves after the first run, in which addresses are resolved and flows made; it is not counted. */
  get warm(): Promise<void> {
    return this.#started.promise;
  }

  stop(): Promise<PingCount> {
    this.#stopping = true;
    return this.#ended;
  }

  async #run(): Promise<PingCount> {
    await ping(this.path, 50).finally(() => this.#started.resolve());
    let [sent, received] = [0, 0];
    do {
      const count = await ping(this.path, PER_RUN);
      sent += count.sent;
      received += count.received;
    } while (!this.#stopping);
    return { sent, received };
  }
}

async function ping({ netns, target }: PingPath, count: number): Promise<PingCount> {
  const args = ['-q', '-n', '-i', INTERVAL_S, '-c', String(count), '-W', PATIENCE_S, target];
  const { file, args: words, env } = dataPlaneCommand('ping', args, { netns });
  // ping's exit code is 1 when an answer is missing, which is a result and no failure.
  const script = `"$@" || test $? = 1`;
  const output = await runCommand({ file: 'sh', args: ['-c', script, 'sh', file, ...words], env });
  const [, sent, received] = /(\d+) packets transmitted, (\d+) received/.exec(output) ?? [];
  if (sent === undefined) throw new Error(`ping ${target} said: ${output}`);
  return { sent: Number(sent), received: Number(received) };
}
