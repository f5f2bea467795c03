// The control plane's programs and their flags. They run as plain processes on the first node, so that the API server
// reaches addresses of pods and Services, as webhooks and the API's proxy need it.

import { AUDIT_LOG } from '../paths.ts';
import { API_PORT, allOf, type ClusterPlan, controlPlane, primary } from '../plan/cluster-plan.ts';
import { AUDIT_POLICY_FILE } from './audit-policy.ts';
import type { Service } from './service.ts';

const PKI = '/etc/kubernetes/pki';
const ETCD = 'http://127.0.0.1:2379';
const ETCD_PEER = 'http://127.0.0.1:2380';

export function controlPlaneServices(plan: ClusterPlan): Service[] {
  return [etcd(), apiServer(plan), controllerManager(plan), scheduler()];
}

function etcd(): Service {
  return {
    name: 'etcd',
    command: flags('etcd', {
      name: 'lab',
      'data-dir': '/var/lib/etcd',
      'listen-client-urls': ETCD,
      'advertise-client-urls': ETCD,
      'listen-peer-urls': ETCD_PEER,
      'initial-advertise-peer-urls': ETCD_PEER,
      'initial-cluster': `lab=${ETCD_PEER}`,
      // A lab that loses its power is thrown away.
      'unsafe-no-fsync': true,
      'log-level': 'warn',
    }),
  };
}

function apiServer(plan: ClusterPlan): Service {
  return {
    name: 'kube-apiserver',
    command: flags('kube-apiserver', {
      'advertise-address': primary(controlPlane(plan).address),
      'bind-address': plan.families.includes(6) ? '::' : '0.0.0.0',
      'secure-port': API_PORT,
      'etcd-servers': ETCD,
      'allow-privileged': true,
      'authorization-mode': 'Node,RBAC',
      'enable-admission-plugins': 'NodeRestriction',
      'service-cluster-ip-range': allOf(plan.serviceCidr).join(','),
      'client-ca-file': `${PKI}/ca.crt`,
      ...pair('tls-cert-file', 'tls-private-key-file', 'apiserver'),
      ...pair('kubelet-client-certificate', 'kubelet-client-key', 'apiserver-kubelet-client'),
      'kubelet-certificate-authority': `${PKI}/ca.crt`,
      'kubelet-preferred-address-types': 'InternalIP',
      'service-account-issuer': 'https://kubernetes.default.svc.cluster.local',
      'service-account-key-file': `${PKI}/sa.pub`,
      'service-account-signing-key-file': `${PKI}/sa.key`,
      ...pair('proxy-client-cert-file', 'proxy-client-key-file', 'front-proxy-client'),
      'requestheader-client-ca-file': `${PKI}/front-proxy-ca.crt`,
      'requestheader-allowed-names': 'front-proxy-client',
      'requestheader-extra-headers-prefix': 'X-Remote-Extra-',
      'requestheader-group-headers': 'X-Remote-Group',
      'requestheader-username-headers': 'X-Remote-User',
      'audit-policy-file': `/etc/kubernetes/${AUDIT_POLICY_FILE}`,
      'audit-log-path': `/var/log/${AUDIT_LOG}`,
      profiling: false,
    }),
  };
}

function controllerManager(plan: ClusterPlan): Service {
  return {
    name: 'kube-controller-manager',
    command: flags('kube-controller-manager', {
      ...kubeconfigs('kube-controller-manager'),
      'bind-address': '127.0.0.1',
      // Only the stand-in network asks Kubernetes which addresses a node may give to pods.
      'allocate-node-cidrs': plan.network === 'ptp',
      'cluster-cidr': allOf(plan.podCidr).join(','),
      'service-cluster-ip-range': allOf(plan.serviceCidr).join(','),
      ...pair('cluster-signing-cert-file', 'cluster-signing-key-file', 'ca'),
      'root-ca-file': `${PKI}/ca.crt`,
      'service-account-private-key-file': `${PKI}/sa.key`,
      'use-service-account-credentials': true,
      controllers: '*,bootstrapsigner,tokencleaner',
      'leader-elect': false,
    }),
  };
}

function scheduler(): Service {
  return {
    name: 'kube-scheduler',
    command: flags('kube-scheduler', {
      ...kubeconfigs('kube-scheduler'),
      'bind-address': '127.0.0.1',
      'leader-elect': false,
    }),
  };
}

function kubeconfigs(name: string): Record<string, string> {
  const path = `/etc/kubernetes/${name}.conf`;
  return { kubeconfig: path, 'authentication-kubeconfig': path, 'authorization-kubeconfig': path };
}

function pair(certificateFlag: string, keyFlag: string, name: string): Record<string, string> {
  return { [certificateFlag]: `${PKI}/${name}.crt`, [keyFlag]: `${PKI}/${name}.key` };
}

function flags(program: string, values: Readonly<Record<string, string | number | boolean>>): string[] {
  return [program, ...Object.entries(values).map(([name, value]) => `--${name}=${value}`)];
}
