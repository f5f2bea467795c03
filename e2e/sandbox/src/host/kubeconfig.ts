// A kubeconfig for an API without authentication.

export function kubeconfig(server: string): string {
  return `apiVersion: v1
kind: Config
current-context: sandbox
clusters: [{ name: sandbox, cluster: { server: "${server}" } }]
contexts: [{ name: sandbox, context: { cluster: sandbox, user: sandbox } }]
users: [{ name: sandbox, user: {} }]
`;
}
