// A kubeconfig that kubectl and every client library accept.

export function kubeconfigFor(url: string): string {
  return `apiVersion: v1
kind: Config
current-context: testkit
clusters:
  - name: testkit
    cluster:
      server: ${url}
contexts:
  - name: testkit
    context:
      cluster: testkit
      user: testkit
users:
  - name: testkit
    user: {}
`;
}
