// Every render that is kept, asked of the real API server: an unknown or doubled field, a wrong type, a bad value is refused.
// In a namespace of its own, where nothing is yet that it could be merged with; what belongs to no namespace is there already.

import type { KubeObject } from '@kube-ovn/kube';
import { COMBINATIONS } from '../testing/combinations.ts';
import { render } from '../testing/render.ts';
import type { Tools } from './tools.ts';

const NAMESPACE = 'chart-suite-strict';
const STRICT = ['--dry-run=server', '--validate=strict'];

export async function strictlyAccepted(tools: Tools): Promise<void> {
  await tools.send(['apply'], [{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } }]);
  const complaints: string[] = [];
  for (const [name, values] of Object.entries(COMBINATIONS)) {
    const objects = await render({ ...values, namespace: NAMESPACE });
    const isInside = ({ metadata }: KubeObject) => metadata.namespace !== undefined;
    try {
      await tools.send(['create', ...STRICT], objects.filter(isInside));
      const apply = ['apply', '--server-side', '--force-conflicts', '--field-manager=chart-suite', ...STRICT];
      await tools.send(
        apply,
        objects.filter((object) => !isInside(object)),
      );
    } catch (error) {
      complaints.push(`${name}: ${(error as Error).message}`);
    }
  }
  await tools.runKubectl('delete', 'namespace', NAMESPACE, '--wait=false');
  if (complaints.length > 0) throw new Error(complaints.join('\n'));
}
