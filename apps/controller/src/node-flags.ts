// The flags of Node that the controller is started with; images/kube-ovn has the same. Its memory is mostly garbage that V8 would
// collect late: with these it collects earlier, but not while the first lists fill the heap (docs/performance.md).

export const NODE_FLAGS: readonly string[] = [
  '--max-semi-space-size=6',
  '--heap-growing-percent=30',
  '--initial-old-space-size=96',
];
