// Which requests the API server notes: those of the service accounts of our network, each with who, what and how it was answered.

export const AUDIT_POLICY_FILE = 'audit-policy.json';

export function auditPolicy(): object {
  return {
    apiVersion: 'audit.k8s.io/v1',
    kind: 'Policy',
    // A watch that runs has only answered so far that it begins.
    omitStages: ['RequestReceived'],
    rules: [{ level: 'Metadata', userGroups: ['system:serviceaccounts:kube-system'] }, { level: 'None' }],
  };
}
