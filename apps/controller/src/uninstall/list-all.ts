// All objects of a kind, in pages. A kind that does not exist has none.

import type { KubeClient, KubeObject, ListQuery, ResourceRef } from '@kube-ovn/kube';

export async function listAll(client: KubeClient, ref: ResourceRef, query: ListQuery): Promise<KubeObject[]> {
  const items: KubeObject[] = [];
  let token: string | undefined;
  do {
    const page = await client.list(ref, { ...query, limit: 500, continue: token });
    if (!page.ok) {
      if (page.error.status === 404) return [];
      throw page.error;
    }
    items.push(...page.value.items);
    token = page.value.continue;
  } while (token);
  return items;
}
