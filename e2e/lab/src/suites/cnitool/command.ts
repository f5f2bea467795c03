// How cnitool is called on a node.

export type CniVerb = 'add' | 'check' | 'del' | 'gc' | 'status';

export const VERSIONS = ['0.3.1', '0.4.0', '1.0.0', '1.1.0'] as const;
export const TEST_NAMESPACE = 'lab-cnitool';

export function netnsPath(pod: string): string {
  return `/run/netns/${pod}`;
}

export function configFolder(version: string): string {
  return `/run/lab-cnitool/${version}`;
}

export function cnitoolCommand(verb: CniVerb, version: string, network: string, pod: string): string[] {
  return [
    '/usr/bin/env',
    'CNI_PATH=/opt/cni/bin',
    `NETCONFPATH=${configFolder(version)}`,
    `CNI_ARGS=IgnoreUnknown=1;K8S_POD_NAMESPACE=${TEST_NAMESPACE};K8S_POD_NAME=${pod}`,
    'cnitool',
    verb,
    network,
    netnsPath(pod),
  ];
}
