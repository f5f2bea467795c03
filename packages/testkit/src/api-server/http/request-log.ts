// Who asked for what: the last requests one by one, and counters of all writes since the start or the last reset.
import { type Verb, WRITES } from './request-info.ts';

export interface LoggedRequest {
  readonly verb: Verb;
  /** `pods`, `subnets.kubeovn.io`, or the path of a request without resource. */
  readonly resource: string;
  readonly subresource: string | undefined;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
  readonly userAgent: string;
  readonly query: string;
  /** Set when the answer is known; a watch keeps 200 from its start. */
  status: number | undefined;
}

export interface WriteFilter {
  /** Part of the user agent. */
  readonly userAgent?: string;
  readonly resource?: string;
  readonly verb?: Verb;
  readonly subresource?: string;
}

const MAX_REQUESTS = 100_000;

export class RequestLog {
  readonly requests: LoggedRequest[] = [];
  readonly writes = new WriteCounters();

  add(request: LoggedRequest): void {
    this.requests.push(request);
    if (this.requests.length > 2 * MAX_REQUESTS) this.requests.splice(0, MAX_REQUESTS);
    if (WRITES.has(request.verb)) this.writes.count(request);
  }
}

interface Counter {
  readonly key: Required<WriteFilter>;
  count: number;
}

export class WriteCounters {
  readonly #counters = new Map<string, Counter>();

  count({ userAgent, resource, verb, subresource = '' }: LoggedRequest): void {
    const id = `${userAgent}\n${resource}\n${subresource}\n${verb}`;
    const counter = this.#counters.get(id) ?? { key: { userAgent, resource, verb, subresource }, count: 0 };
    counter.count += 1;
    this.#counters.set(id, counter);
  }

  /** Write requests received, refused and no-op ones included: a silent restart must not even ask. */
  total(filter: WriteFilter = {}): number {
    let total = 0;
    for (const { key, count } of this.#counters.values()) if (matches(key, filter)) total += count;
    return total;
  }

  /** Readable counts, such as `{ 'controller patch subnets.kubeovn.io/status': 3 }`. */
  summary(): Readonly<Record<string, number>> {
    const lines = [...this.#counters.values()].map(({ key, count }) => {
      const resource = key.subresource === '' ? key.resource : `${key.resource}/${key.subresource}`;
      return [`${key.userAgent} ${key.verb} ${resource}`, count] as const;
    });
    return Object.fromEntries(lines.sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  reset(): void {
    this.#counters.clear();
  }
}

function matches(key: Required<WriteFilter>, filter: WriteFilter): boolean {
  return (
    (filter.userAgent === undefined || key.userAgent.includes(filter.userAgent)) &&
    (filter.resource === undefined || key.resource === filter.resource) &&
    (filter.verb === undefined || key.verb === filter.verb) &&
    (filter.subresource === undefined || key.subresource === filter.subresource)
  );
}
