// A permission as text: "patch pods", "patch subnets.kubeovn.io/status". The same words for what is granted and what is asked.

export type Permission = string;

export interface AskedFor {
  readonly verb: string;
  /** "pods" or "subnets.kubeovn.io" */
  readonly resource: string;
  readonly subresource?: string;
}

export function permission({ verb, resource, subresource }: AskedFor): Permission {
  return `${verb} ${resource}${subresource ? `/${subresource}` : ''}`;
}

export interface PolicyRule {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
}

export function permissionsOf(rules: readonly PolicyRule[]): Set<Permission> {
  const all = rules.flatMap(({ apiGroups, resources, verbs }) =>
    apiGroups.flatMap((group) =>
      resources.flatMap((text) => {
        const [plural = '', subresource] = text.split('/');
        const resource = group === '' ? plural : `${plural}.${group}`;
        return verbs.map((verb) => permission({ verb, resource, subresource }));
      }),
    ),
  );
  return new Set(all);
}
