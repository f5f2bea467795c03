// Finalizers of the controller.

export const FINALIZER = 'kubeovn.io/kube-ovn-controller';

/** Written by old versions; removed on sight and, unless the object is being deleted, replaced. */
export const DEPRECATED_FINALIZER = 'kube-ovn-controller';
