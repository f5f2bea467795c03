// What a long bench is doing, on standard error with the time since the start.

const began = performance.now();

export function progress(text: string): void {
  process.stderr.write(`${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s  ${text}\n`);
}
