// A promise that must settle in time. The work itself cannot be killed; it is told through the signal and then left behind.

export class TimeLimitError extends Error {
  constructor(what: string, limitMs: number) {
    super(`${what} took longer than ${limitMs} ms`);
    this.name = 'TimeLimitError';
  }
}

export async function withLimit<T>(
  what: string,
  limitMs: number,
  work: (signal: AbortSignal) => T | Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new TimeLimitError(what, limitMs);
      controller.abort(error);
      reject(error);
    }, limitMs);
  });
  try {
    return await Promise.race([(async () => work(controller.signal))(), limit]);
  } finally {
    clearTimeout(timer);
  }
}
