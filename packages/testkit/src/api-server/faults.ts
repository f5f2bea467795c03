// The server's bad days, on request and without chance: refused connections, slow or failing answers, cut or dead
// watches, a forgotten history.
import type { Socket } from 'node:net';
import type { Clock } from './clock.ts';
import { ApiFailure } from './failure.ts';
import type { Verb } from './http/request-info.ts';
import type { LoggedRequest } from './http/request-log.ts';

export interface FaultFilter {
  readonly verb?: Verb;
  readonly resource?: string;
  readonly namespace?: string;
  readonly name?: string;
  /** Part of the user agent. */
  readonly userAgent?: string;
}

export interface OpenWatch {
  readonly request: LoggedRequest;
  readonly socket: Socket;
  /** Ends the stream as a server does that shuts down. */
  readonly end: () => void;
  /** From now on nothing is sent any more, and the connection stays open. */
  readonly silence: () => void;
}

interface Rule<T> {
  readonly filter: FaultFilter;
  readonly effect: T;
}

interface Failing {
  left: number;
  readonly failure: ApiFailure;
}

export class Faults {
  readonly #clock: Clock;
  readonly #expire: () => void;
  readonly #watches = new Set<OpenWatch>();
  readonly #sockets = new Set<Socket>();
  readonly #failing: Rule<Failing>[] = [];
  readonly #delays: Rule<number>[] = [];
  readonly #gates: Rule<Promise<void>>[] = [];
  #silent: FaultFilter | undefined;
  #refusing = false;

  constructor(clock: Clock, expire: () => void) {
    this.#clock = clock;
    this.#expire = expire;
  }

  /** Ends matching watches: with a reset of the connection, or cleanly. Returns how many. */
  cutWatches(filter: FaultFilter = {}, how: 'reset' | 'end' = 'reset'): number {
    const cut = [...this.#watches].filter(({ request }) => fits(filter, request));
    for (const { socket, end } of cut) {
      if (how === 'end') end();
      else socket.resetAndDestroy();
    }
    return cut.length;
  }

  /** Every matching request waits `ms` of the server's clock; tick() shortens the wait. Returns the end of the fault. */
  delay(ms: number, filter: FaultFilter = {}): () => void {
    return addRule(this.#delays, { filter, effect: ms });
  }

  /** Matching requests wait until the returned function is called. */
  hold(filter: FaultFilter = {}): () => void {
    const gate = Promise.withResolvers<void>();
    const remove = addRule(this.#gates, { filter, effect: gate.promise });
    return () => {
      remove();
      gate.resolve();
    };
  }

  /** The next `count` matching requests are refused with `status`, before they have any effect. */
  failNext(count: number, status: number, filter: FaultFilter = {}, retryAfterSeconds?: number): void {
    const reason = REASONS[status] ?? 'InternalError';
    const failure = new ApiFailure(status, reason, 'injected fault', {
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    });
    this.#failing.push({ filter, effect: { left: count, failure } });
  }

  /** All resourceVersions and continue tokens given out so far are too old from now on. */
  expireHistory(): void {
    this.#expire();
  }

  /**
   * Half-open: open watches go dead for good, new ones are accepted and never answered, until switched off.
   * Connections that went dead stay dead afterwards, as they do when packets are dropped.
   */
  silentWatches(on: boolean, filter: FaultFilter = {}): void {
    this.#silent = on ? filter : undefined;
    if (on) for (const watch of this.#watches) if (fits(filter, watch.request)) watch.silence();
  }

  /** All connections are reset, and new ones too, until switched off. */
  refuse(on: boolean): void {
    this.#refusing = on;
    if (on) for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  /** Moves the server's clock: bookmarks, watch time limits and delays that become due happen now. */
  tick(ms: number): void {
    this.#clock.advance(ms);
  }

  /** Open watches, for assertions such as "one watch per resource". */
  openWatches(filter: FaultFilter = {}): number {
    return [...this.#watches].filter(({ request }) => fits(filter, request)).length;
  }

  get openConnections(): number {
    return this.#sockets.size;
  }

  // What follows is called by the HTTP side.

  acceptConnection(socket: Socket): void {
    if (this.#refusing) {
      socket.resetAndDestroy();
      return;
    }
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
  }

  /** Undefined when no fault delays the request, so that the common path stays synchronous. */
  gate(request: LoggedRequest): Promise<unknown> | undefined {
    const waits = [
      ...this.#gates.filter(({ filter }) => fits(filter, request)).map(({ effect }) => effect),
      ...this.#delays
        .filter(({ filter }) => fits(filter, request))
        .map(({ effect }) => new Promise<void>((resolve) => this.#clock.after(effect, resolve))),
    ];
    return waits.length > 0 ? Promise.all(waits) : undefined;
  }

  failure(request: LoggedRequest): ApiFailure | undefined {
    const index = this.#failing.findIndex(({ filter }) => fits(filter, request));
    const rule = this.#failing[index];
    if (!rule) return undefined;
    rule.effect.left -= 1;
    if (rule.effect.left === 0) this.#failing.splice(index, 1);
    return rule.effect.failure;
  }

  isSilent(request: LoggedRequest): boolean {
    return this.#silent !== undefined && fits(this.#silent, request);
  }

  watchOpened(watch: OpenWatch): () => void {
    this.#watches.add(watch);
    return () => this.#watches.delete(watch);
  }
}

const REASONS: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  410: 'Expired',
  422: 'Invalid',
  429: 'TooManyRequests',
  500: 'InternalError',
  503: 'ServiceUnavailable',
  504: 'Timeout',
};

function addRule<T>(rules: Rule<T>[], rule: Rule<T>): () => void {
  rules.push(rule);
  return () => {
    const index = rules.indexOf(rule);
    if (index >= 0) rules.splice(index, 1);
  };
}

function fits(filter: FaultFilter, request: LoggedRequest): boolean {
  return (
    (filter.verb === undefined || filter.verb === request.verb) &&
    (filter.resource === undefined || filter.resource === request.resource) &&
    (filter.namespace === undefined || filter.namespace === request.namespace) &&
    (filter.name === undefined || filter.name === request.name) &&
    (filter.userAgent === undefined || request.userAgent.includes(filter.userAgent))
  );
}
