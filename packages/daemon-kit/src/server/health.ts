// Is the program alive, is it ready? Checks are asked at every request; each says what is wrong, or nothing.

export type HealthCheck = () => string | undefined;

export interface HealthReport {
  readonly ok: boolean;
  readonly checks: readonly { readonly name: string; readonly fault?: string }[];
}

export class Health {
  readonly #live = new Map<string, HealthCheck>();
  readonly #ready = new Map<string, HealthCheck>();

  /** A fault here makes the kubelet restart the program: only for what a restart can heal. */
  addLiveness(name: string, check: HealthCheck): () => void {
    return register(this.#live, name, check);
  }

  /** A fault here takes the program out of service until it is gone. */
  addReadiness(name: string, check: HealthCheck): () => void {
    return register(this.#ready, name, check);
  }

  liveness(): HealthReport {
    return report(this.#live);
  }

  /** What is not alive is not ready. */
  readiness(): HealthReport {
    return report(new Map([...this.#live, ...this.#ready]));
  }
}

/** As the API server writes it, so that people recognise it. */
export function healthText(title: string, { ok, checks }: HealthReport, verbose: boolean): string {
  if (ok && !verbose) return 'ok';
  const lines = checks.map(({ name, fault }) =>
    fault === undefined ? `[+]${name} ok` : `[-]${name} failed: ${fault}`,
  );
  return [...lines, `${title} check ${ok ? 'passed' : 'failed'}`, ''].join('\n');
}

function register(checks: Map<string, HealthCheck>, name: string, check: HealthCheck): () => void {
  if (checks.has(name)) throw new Error(`there is a health check ${name} already`);
  checks.set(name, check);
  return () => checks.delete(name);
}

function report(checks: ReadonlyMap<string, HealthCheck>): HealthReport {
  const results = Array.from(checks, ([name, check]) => ({ name, fault: faultOf(check) }));
  return { ok: results.every(({ fault }) => fault === undefined), checks: results };
}

function faultOf(check: HealthCheck): string | undefined {
  try {
    return check();
  } catch (thrown) {
    return `the check itself failed: ${thrown instanceof Error ? thrown.message : String(thrown)}`;
  }
}
