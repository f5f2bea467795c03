// Images that the cluster and the suites need besides ours, made here under the names by which manifests and tests ask.

import { PAUSE_IMAGE } from '../node/config-files.ts';
import { CONTAINERD_VERSION, COREDNS, COREDNS_VERSION, IMAGE_PROGRAMS } from './program-list.ts';
import { program } from './programs.ts';

export interface HelperImage {
  readonly name: string;
  /** Folder below images/ with its Containerfile. */
  readonly folder: string;
  /** Files that its Containerfile copies. */
  readonly files: readonly string[];
  /** Files of Kubernetes' source that it copies. */
  readonly kubernetesFiles?: readonly string[];
  readonly aliases?: readonly string[];
}

const TEST_IMAGES = 'registry.k8s.io/e2e-test-images';
export const AGNHOST_IMAGE = `${TEST_IMAGES}/agnhost:2.56`;
export const COREDNS_IMAGE = `registry.k8s.io/coredns/coredns:v${COREDNS_VERSION}`;

export function helperImages(): HelperImage[] {
  return [
    { name: PAUSE_IMAGE, folder: 'pause', files: [program(IMAGE_PROGRAMS, 'pause')] },
    { name: COREDNS_IMAGE, folder: 'coredns', files: [program(COREDNS, 'coredns')] },
    {
      name: AGNHOST_IMAGE,
      folder: 'agnhost',
      files: [program(IMAGE_PROGRAMS, 'agnhost'), program(COREDNS, 'coredns')],
      kubernetesFiles: ['localhost.crt', 'localhost.key'].map((name) => `test/images/agnhost/porter/${name}`),
      aliases: [`${TEST_IMAGES}/jessie-dnsutils:1.7`, 'registry.k8s.io/build-image/distroless-iptables:v0.7.14'],
    },
    {
      name: `${TEST_IMAGES}/busybox:1.37.0-1`,
      folder: 'busybox',
      files: [],
      aliases: [`${TEST_IMAGES}/busybox:1.36.1-1`],
    },
    {
      name: `${TEST_IMAGES}/nginx:1.15-4`,
      folder: 'nginx',
      files: [],
      aliases: [`${TEST_IMAGES}/nginx:1.14-4`],
    },
    {
      name: `${TEST_IMAGES}/regression-issue-74839:1.2`,
      folder: 'regression',
      files: [program(IMAGE_PROGRAMS, 'regression-issue-74839')],
    },
  ];
}

/** An image store that another containerd wrote is made anew. */
export const STORE_FORMAT = CONTAINERD_VERSION;
