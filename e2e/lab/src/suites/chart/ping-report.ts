// What a fast ping tells about an interruption: how many answers are missing, and the longest silence.

export interface PingReport {
  readonly sent: number;
  readonly received: number;
  /** Longest time between two answers. */
  readonly longestGapMs: number;
}

const ANSWER = /^\[(\d+\.\d+)\] \d+ bytes from /;
const SUMMARY = /^(\d+) packets transmitted, (\d+) (?:packets )?received/m;

/** Output of `ping -D`. */
export function readPing(output: string): PingReport {
  let longestGapMs = 0;
  let before: number | undefined;
  for (const line of output.split('\n')) {
    const at = Number(ANSWER.exec(line)?.[1] ?? Number.NaN) * 1000;
    if (Number.isNaN(at)) continue;
    if (before !== undefined) longestGapMs = Math.max(longestGapMs, at - before);
    before = at;
  }
  const [, sent = '0', received = '0'] = SUMMARY.exec(output) ?? [];
  return { sent: Number(sent), received: Number(received), longestGapMs: Math.round(longestGapMs * 10) / 10 };
}

export function describePing({ sent, received, longestGapMs }: PingReport): string {
  return `${sent - received} of ${sent} lost, longest silence ${longestGapMs} ms`;
}
