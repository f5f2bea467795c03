// What of ours is on each node, seen by a privileged pod on the node's own network.

import type { Tools } from './tools.ts';

const APP = 'chart-suite-inspector';

const PROGRAM = `
const { execFileSync } = require('node:child_process');
const { existsSync, readdirSync } = require('node:fs');
const run = (file, ...args) => { try { return execFileSync(file, args, { encoding: 'utf8' }); } catch { return ''; } };
const links = readdirSync('/host/sys/class/net').filter((name) =>
  /^(ovn0|br-int|br-phy|ovs-netdev|ovs-system|genev_sys_.*|vxlan_sys_.*|.*_h)$/.test(name));
const tables = run('nft', 'list', 'tables').split('\\n').filter((line) => line.includes('kube-ovn'));
const routes = ['4', '6'].flatMap((family) => {
  const file = family === '4' ? '/host/proc/1/net/route' : '/host/proc/1/net/ipv6_route';
  return require('node:fs').readFileSync(file, 'utf8').split('\\n').filter((line) => /\\b(ovn0|br-phy)\\b/.test(line));
});
const files = ['/run/openvswitch', '/run/ovn', '/etc/origin/openvswitch', '/etc/origin/ovn', '/var/log/kube-ovn',
  '/var/log/openvswitch', '/var/log/ovn', '/opt/cni/bin/kube-ovn', '/etc/cni/net.d/01-kube-ovn.conflist']
  .filter((path) => existsSync('/host' + path));
console.log(JSON.stringify([...links, ...tables, ...routes, ...files]));
`;

export async function openInspector(tools: Tools, image: string): Promise<void> {
  const inspector = {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: { name: APP, namespace: 'default' },
    spec: {
      selector: { matchLabels: { app: APP } },
      template: {
        metadata: { labels: { app: APP } },
        spec: {
          hostNetwork: true,
          hostPID: true,
          terminationGracePeriodSeconds: 0,
          tolerations: [{ operator: 'Exists' }],
          containers: [
            {
              name: 'c',
              image,
              command: ['node', '-e', 'setInterval(() => {}, 1e9)'],
              securityContext: { privileged: true, runAsUser: 0 },
              volumeMounts: [{ name: 'host', mountPath: '/host', mountPropagation: 'HostToContainer' }],
            },
          ],
          volumes: [{ name: 'host', hostPath: { path: '/' } }],
        },
      },
    },
  };
  await tools.send(['apply'], [inspector]);
  await tools.runKubectl('-n', 'default', 'rollout', 'status', `daemonset/${APP}`, '--timeout=120s');
}

/** Node -> what is there. Only nodes that have something. */
export async function traces(tools: Tools): Promise<Record<string, string[]>> {
  const pods = await tools.list('pods', '-n', 'default', '-l', `app=${APP}`);
  const found = await Promise.all(
    pods.map(async ({ metadata, spec }) => {
      const text = await tools.runKubectl('-n', 'default', 'exec', metadata.name, '--', 'node', '-e', PROGRAM);
      return [(spec as { nodeName: string }).nodeName, JSON.parse(text) as string[]] as const;
    }),
  );
  return Object.fromEntries(found.filter(([, all]) => all.length > 0));
}

export async function closeInspector(tools: Tools): Promise<void> {
  await tools.runKubectl('-n', 'default', 'delete', 'daemonset', APP, '--ignore-not-found', '--wait=false');
}
