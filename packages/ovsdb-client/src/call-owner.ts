// Calls back into the user's code. What it throws is a bug of its owner: it surfaces as an uncaught exception, but it may
// not be mistaken for a failure of the connection whose data led to the call.

export function callOwner<Args extends readonly unknown[]>(callback: (...args: Args) => void, ...args: Args): void {
  try {
    callback(...args);
  } catch (bug) {
    queueMicrotask(() => {
      throw bug;
    });
  }
}
