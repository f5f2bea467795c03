// Every program that the lab compiles, with its version. Programs of one group are built and cached together.

export const KUBERNETES_VERSION = '1.34.4';
export const COREDNS_VERSION = '1.12.4';
export const CONTAINERD_VERSION = '2.4.2';

export interface ProgramGroup {
  readonly name: string;
  /** A module of its own, or 'hyperkube': the Go module beside this package, which fixes Kubernetes' versions. */
  readonly source: { readonly module: string; readonly version: string } | 'hyperkube';
  /** Package -> program. */
  readonly programs: Readonly<Record<string, string>>;
  /** Packages whose tests are the program. */
  readonly tests?: Readonly<Record<string, string>>;
  /** Values of string variables, set by the linker. */
  readonly variables?: Readonly<Record<string, string>>;
  readonly links?: Readonly<Record<string, string>>;
  readonly minutes: number;
}

const [MAJOR, MINOR] = KUBERNETES_VERSION.split('.') as [string, string];
const VERSION_PACKAGE = 'k8s.io/component-base/version';
const KUBERNETES_VARIABLES = {
  [`${VERSION_PACKAGE}.gitVersion`]: `v${KUBERNETES_VERSION}`,
  [`${VERSION_PACKAGE}.gitMajor`]: MAJOR,
  [`${VERSION_PACKAGE}.gitMinor`]: MINOR,
  [`${VERSION_PACKAGE}.gitTreeState`]: 'clean',
};
const KUBERNETES_PROGRAMS = [
  'kube-apiserver',
  'kube-controller-manager',
  'kube-proxy',
  'kube-scheduler',
  'kubectl',
  'kubelet',
];

export const KUBERNETES: ProgramGroup = {
  name: 'kubernetes',
  source: 'hyperkube',
  programs: { '.': 'hyperkube' },
  variables: KUBERNETES_VARIABLES,
  links: Object.fromEntries(KUBERNETES_PROGRAMS.map((name) => [name, 'hyperkube'])),
  minutes: 5,
};

export const CONTAINERD: ProgramGroup = {
  name: 'containerd',
  source: { module: 'github.com/containerd/containerd/v2', version: `v${CONTAINERD_VERSION}` },
  programs: {
    './cmd/containerd': 'containerd',
    './cmd/containerd-shim-runc-v2': 'containerd-shim-runc-v2',
    './cmd/ctr': 'ctr',
  },
  variables: { 'github.com/containerd/containerd/v2/version.Version': `v${CONTAINERD_VERSION}` },
  minutes: 1.5,
};

export const CNI_PLUGINS: ProgramGroup = {
  name: 'cni-plugins',
  source: { module: 'github.com/containernetworking/plugins', version: 'v1.9.0' },
  programs: {
    './plugins/ipam/host-local': 'host-local',
    './plugins/main/loopback': 'loopback',
    './plugins/main/ptp': 'ptp',
    './plugins/meta/portmap': 'portmap',
  },
  minutes: 0.2,
};

export const HELM: ProgramGroup = {
  name: 'helm',
  source: { module: 'helm.sh/helm/v3', version: 'v3.22.0' },
  programs: { './cmd/helm': 'helm' },
  variables: {
    'helm.sh/helm/v3/internal/version.version': 'v3.22.0',
    'helm.sh/helm/v3/pkg/lint/rules.k8sVersionMajor': MAJOR,
    'helm.sh/helm/v3/pkg/lint/rules.k8sVersionMinor': MINOR,
    'helm.sh/helm/v3/pkg/chartutil.k8sVersionMajor': MAJOR,
    'helm.sh/helm/v3/pkg/chartutil.k8sVersionMinor': MINOR,
  },
  minutes: 1,
};

export const COREDNS: ProgramGroup = {
  name: 'coredns',
  source: { module: 'github.com/coredns/coredns', version: `v${COREDNS_VERSION}` },
  programs: { '.': 'coredns' },
  minutes: 1.3,
};

/** What images of the lab consist of. */
export const IMAGE_PROGRAMS: ProgramGroup = {
  name: 'image-programs',
  source: 'hyperkube',
  programs: {
    './pause': 'pause',
    'k8s.io/kubernetes/test/images/agnhost': 'agnhost',
    'k8s.io/kubernetes/test/images/regression-issue-74839': 'regression-issue-74839',
  },
  minutes: 0.6,
};

export const CNITOOL: ProgramGroup = {
  name: 'cnitool',
  source: { module: 'github.com/containernetworking/cni', version: 'v1.3.0' },
  programs: { './cnitool': 'cnitool' },
  minutes: 0.1,
};

export const CONFORMANCE: ProgramGroup = {
  name: 'conformance',
  source: 'hyperkube',
  programs: { 'github.com/onsi/ginkgo/v2/ginkgo': 'ginkgo' },
  tests: { 'k8s.io/kubernetes/test/e2e': 'e2e.test' },
  variables: KUBERNETES_VARIABLES,
  minutes: 4.5,
};

export const CLUSTER_GROUPS: readonly ProgramGroup[] = [
  KUBERNETES,
  CONTAINERD,
  CNI_PLUGINS,
  IMAGE_PROGRAMS,
  HELM,
  COREDNS,
];
export const SUITE_GROUPS: readonly ProgramGroup[] = [CNITOOL, CONFORMANCE];
