// Event messages without what differs from try to try, so that equal failures become one event with a count.

export function redact(message: string, secrets: readonly string[]): string {
  const known = secrets.filter((secret) => secret.length > 3).sort((a, b) => b.length - a.length);
  return known.reduce((text, secret) => text.replaceAll(secret, '<redacted>'), message);
}
