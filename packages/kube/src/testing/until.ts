// Waits for a condition instead of for a time.

/** Resolves as soon as `condition` holds; rejects with `what` after a limit that only a failing test reaches. */
export async function until(condition: () => boolean, what = 'condition', limitMs = 10_000): Promise<void> {
  const deadline = performance.now() + limitMs;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error(`never came true: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}
