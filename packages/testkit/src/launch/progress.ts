// Shows each step with its time as it ends; on a terminal also what is being worked on.

import type { Colours } from './colours.ts';

export interface Progress {
  /** Steps may run side by side. */
  step<T>(name: string, work: () => Promise<T>): Promise<T>;
}

export interface ProgressOutput {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

export function createProgress(output: ProgressOutput, colours: Colours, now = () => performance.now()): Progress {
  const running = new Set<string>();
  const status = () => {
    if (!output.isTTY) return;
    const text = running.size > 0 ? `  … ${[...running].join(', ')}` : '';
    output.write(`\r\x1b[K${colours.dim(text.slice(0, (output.columns ?? 80) - 1))}`);
  };
  const report = (mark: string, name: string, started: number) => {
    running.delete(name);
    const seconds = ((now() - started) / 1000).toFixed(2).padStart(6);
    output.write(`${output.isTTY ? '\r\x1b[K' : ''}  ${mark} ${name.padEnd(48)} ${colours.dim(`${seconds} s`)}\n`);
    status();
  };
  return {
    async step(name, work) {
      const started = now();
      running.add(name);
      status();
      try {
        const value = await work();
        report(colours.green('✓'), name, started);
        return value;
      } catch (error) {
        report(colours.red('✗'), name, started);
        throw error;
      }
    },
  };
}
