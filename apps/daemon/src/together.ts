// Several steps at once: the first that fails ends the others, and nothing goes on when the failure is told.

export async function together<T extends readonly unknown[]>(
  outer: AbortSignal,
  steps: { readonly [K in keyof T]: (signal: AbortSignal) => Promise<T[K]> },
): Promise<T> {
  const failed = new AbortController();
  const signal = AbortSignal.any([outer, failed.signal]);
  let first: { readonly error: unknown } | undefined;
  const results = await Promise.allSettled(
    steps.map(async (step) => {
      try {
        return await step(signal);
      } catch (error) {
        first ??= { error };
        failed.abort(error);
        throw error;
      }
    }),
  );
  if (first) throw first.error;
  return results.map((result) => (result as PromiseFulfilledResult<unknown>).value) as unknown as T;
}
