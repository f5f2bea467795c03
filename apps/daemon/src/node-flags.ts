// The flags and the environment of Node that the daemon is started with. It is mostly idle, and every node of a cluster pays for
// its memory: together they are worth 30 MiB. The image has the same in images/kube-ovn/kube-ovn-daemon.

/** No optimizing compilers: what the daemon does for a pod is over before they would be warm. */
export const NODE_FLAGS: readonly string[] = [
  '--lite-mode',
  '--max-semi-space-size=1',
  '--v8-pool-size=0',
  // Compiled code that was not used since the last collection goes; most of it is that of the start.
  '--bytecode-old-age=1',
];

/** Threads share one heap of malloc. */
export const NODE_ENVIRONMENT: Readonly<Record<string, string>> = { MALLOC_ARENA_MAX: '1' };
