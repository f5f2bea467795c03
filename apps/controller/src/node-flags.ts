// The flags of Node that the controller is started with (images/kube-ovn). Its memory is mostly garbage that V8 would collect late: with
// these it collects earlier, for about a tenth more CPU (docs/performance.md).

export const NODE_FLAGS: readonly string[] = ['--max-semi-space-size=6', '--heap-growing-percent=30'];
