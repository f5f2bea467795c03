// A test Deployment with a pod on every node; every pod asks every other by every address, and by the name of a Service.

import type { KubeClient } from '@kube-ovn/kube';
import { AGNHOST_IMAGE } from '../build/image-list.ts';
import { KUBERNETES } from '../build/program-list.ts';
import { program } from '../build/programs.ts';
import { capture } from '../build/run-tool.ts';
import { KUBECONFIG } from '../paths.ts';
import { bracketed, type ClusterPlan } from '../plan/cluster-plan.ts';
import { answered } from './client.ts';
import { DEPLOYMENTS, hasCondition, NAMESPACES, PODS, type PodObject, SERVICES } from './resources.ts';
import { waitUntil } from './wait.ts';

const NAMESPACE = 'lab-check';
const NAME = 'echo';
const LABELS = { app: NAME };
const PORT = 8080;

export async function startTestPods(client: KubeClient, plan: ClusterPlan, limitMs: number): Promise<PodObject[]> {
  const metadata = { name: NAME, namespace: NAMESPACE };
  await answered('test namespace', client.apply(NAMESPACES, { metadata: { name: NAMESPACE } }));
  await answered('test Deployment', client.apply(DEPLOYMENTS, { metadata, spec: deploymentSpec(plan.nodes) }));
  const service = { ipFamilyPolicy: 'PreferDualStack', selector: LABELS, ports: [{ port: 80, targetPort: PORT }] };
  await answered('test Service', client.apply(SERVICES, { metadata, spec: service }));
  let pods: PodObject[] = [];
  await waitUntil(
    'test pods',
    async () => {
      pods = [...(await answered('list of pods', client.list<PodObject>(PODS, { namespace: NAMESPACE }))).items].filter(
        ({ metadata: { deletionTimestamp } }) => deletionTimestamp === undefined,
      );
      const ready = pods.filter(({ status }) => hasCondition(status?.conditions, 'Ready'));
      return ready.length < plan.nodes ? `${ready.length} of ${plan.nodes} are ready` : undefined;
    },
    limitMs,
  );
  return pods;
}

/** What does not work yet; nothing when all pods reach each other. */
export async function unreached(pods: readonly PodObject[], plan: ClusterPlan): Promise<string | undefined> {
  const targets = pods.flatMap(({ status }) =>
    (status?.podIPs ?? []).map(({ ip }) => `http://${bracketed(ip)}:${PORT}/hostname`),
  );
  const service = plan.kubeProxy ? [`http://${NAME}.${NAMESPACE}.svc.cluster.local/hostname`] : [];
  const failures = await Promise.all(pods.map(({ metadata }) => ask(metadata.name, [...targets, ...service])));
  return failures.find((failure) => failure !== undefined);
}

export async function removeTestPods(client: KubeClient): Promise<void> {
  await answered('deletion of the test namespace', client.delete(NAMESPACES, NAMESPACE));
}

async function ask(pod: string, urls: readonly string[]): Promise<string | undefined> {
  const curl = ['curl', '--silent', '--show-error', '--fail', '--globoff', '--max-time', '3'];
  const args = ['-n', NAMESPACE, 'exec', pod, '--', ...curl, ...urls];
  const env = { ...process.env, KUBECONFIG };
  const { code, stderr } = await capture(program(KUBERNETES, 'kubectl'), args, { env });
  return code === 0 ? undefined : `${pod}: ${stderr.trim()}`;
}

function deploymentSpec(replicas: number): object {
  return {
    replicas,
    selector: { matchLabels: LABELS },
    template: {
      metadata: { labels: LABELS },
      spec: {
        terminationGracePeriodSeconds: 0,
        tolerations: [{ operator: 'Exists' }],
        affinity: {
          podAntiAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: [
              { topologyKey: 'kubernetes.io/hostname', labelSelector: { matchLabels: LABELS } },
            ],
          },
        },
        containers: [
          {
            name: NAME,
            image: AGNHOST_IMAGE,
            args: ['netexec', `--http-port=${PORT}`],
            readinessProbe: { httpGet: { path: '/hostname', port: PORT }, periodSeconds: 1 },
          },
        ],
      },
    },
  };
}
