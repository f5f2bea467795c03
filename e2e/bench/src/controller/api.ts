// Drives the API server process.

import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { ApiAnswer, ApiCommand, ApiKind } from './protocol.ts';

type Answer<E extends ApiAnswer['event']> = Extract<ApiAnswer, { event: E }>;

const SCRIPTS: Readonly<Record<ApiKind, string>> = { memory: './api-process.ts', real: './real-api-process.ts' };

export class ApiProcess {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #answers: ApiAnswer[] = [];
  /** How many objects of the last `create` exist by now. */
  made = 0;
  #onProgress: (() => void)[] = [];
  readonly #waiting: { event: string; resolve: (answer: ApiAnswer) => void }[] = [];

  constructor(kind: ApiKind) {
    const script = fileURLToPath(new URL(SCRIPTS[kind], import.meta.url));
    this.#child = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] });
    createInterface({ input: this.#child.stdout }).on('line', (line) => this.#take(JSON.parse(line) as ApiAnswer));
  }

  static async start(kind: ApiKind = 'memory'): Promise<{ api: ApiProcess; listening: Answer<'listening'> }> {
    const api = new ApiProcess(kind);
    return { api, listening: await api.next('listening') };
  }

  /** Resolves when more than `index` objects of the last `create` exist. */
  async exists(index: number): Promise<void> {
    while (this.made <= index) await new Promise<void>((resolve) => this.#onProgress.push(resolve));
  }

  send(command: ApiCommand): void {
    if (command.do === 'create') this.made = 0;
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
    if (answer.event === 'progress') {
      this.made = answer.made;
      for (const resolve of this.#onProgress.splice(0)) resolve();
      return;
    }
    const index = this.#waiting.findIndex((waiter) => waiter.event === answer.event);
    if (index < 0) this.#answers.push(answer);
    else this.#waiting.splice(index, 1)[0]!.resolve(answer);
  }
}
