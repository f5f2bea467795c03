// table: permissions that are granted and not seen in the recorded run, each with the reason why it is needed all the same.

import type { Permission } from './permission.ts';

const REPEATED = 'an event that repeats is counted up, at the earliest after the window of the recorder';

export const RARE_CALLS: Readonly<Record<string, Readonly<Record<Permission, string>>>> = {
  ovn: {
    'patch events': REPEATED,
    'patch secrets': 'rotation of the certificate, at half of its life',
  },
  'ovn-ovs': {
    'list secrets':
      'apps/ovn-central and apps/ovs watch the certificate; seen in the lab, they are not part of the recorded run',
    'watch secrets': 'the same',
    'get pods': 'ovn-central writes its leader labels on its own pod',
    'list pods': 'a single ovn-central looks whether another pod of its kind serves',
    'patch pods': 'the same',
    'get daemonsets.apps': 'apps/ovs asks at its end whether all of it is uninstalled',
    'create events': 'ovn-central tells of databases that it had to set aside',
    'patch events': REPEATED,
  },
  'kube-ovn-cni': {
    'patch events': REPEATED,
  },
  'kube-ovn-uninstall': {},
};
