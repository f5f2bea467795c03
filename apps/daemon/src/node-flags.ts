// The flags of Node that the daemon is started with. It is small and mostly idle, and every node of a cluster pays for it.

export const NODE_FLAGS: readonly string[] = ['--max-semi-space-size=2'];
