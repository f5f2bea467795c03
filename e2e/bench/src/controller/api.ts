// Drives the API server process.

import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { ApiAnswer, ApiCommand } from './protocol.ts';

type Answer<E extends ApiAnswer['event']> = Extract<ApiAnswer, { event: E }>;

export class ApiProcess {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #answers: ApiAnswer[] = [];
  readonly #waiting: { event: string; resolve: (answer: ApiAnswer) => void }[] = [];

  constructor() {
    const script = fileURLToPath(new URL('./api-process.ts', import.meta.url));
    this.#child = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] });
    createInterface({ input: this.#child.stdout }).on('line', (line) => this.#take(JSON.parse(line) as ApiAnswer));
  }

  static async start(): Promise<{ api: ApiProcess; listening: Answer<'listening'> }> {
    const api = new ApiProcess();
    return { api, listening: await api.next('listening') };
  }

  send(command: ApiCommand): void {
    this.#child.stdin.write(`${JSON.stringify(command)}\n`);
  }

  next<E extends ApiAnswer['event']>(event: E): Promise<Answer<E>> {
    const index = this.#answers.findIndex((answer) => answer.event === event);
    if (index >= 0) return Promise.resolve(this.#answers.splice(index, 1)[0] as Answer<E>);
    return new Promise((resolve) => this.#waiting.push({ event, resolve: resolve as (answer: ApiAnswer) => void }));
  }

  async ask<E extends ApiAnswer['event']>(command: ApiCommand, event: E): Promise<Answer<E>> {
    this.send(command);
    return this.next(event);
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#child.stdin.end();
    await ended;
  }

  #take(answer: ApiAnswer): void {
    const index = this.#waiting.findIndex((waiter) => waiter.event === answer.event);
    if (index < 0) this.#answers.push(answer);
    else this.#waiting.splice(index, 1)[0]!.resolve(answer);
  }
}
