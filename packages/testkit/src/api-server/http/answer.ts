// What a route gives back, and how it is written: a cached text, a small value, a list in pieces, or a stream of its own.
import type { ServerResponse } from 'node:http';
import type { ApiFailure } from '../failure.ts';
import { encodeJson } from '../json/codec.ts';
import type { JsonObject } from '../json/json.ts';

export interface Answer {
  readonly status: number;
  readonly pieces: readonly Buffer[];
  readonly contentType: string;
  readonly retryAfterSeconds?: number | undefined;
}

/** The route writes the response itself, as watches do. */
export const STREAMING = 'streaming';

const JSON_TYPE = 'application/json';
const WRITE_SIZE = 1 << 20;

export function value(status: number, body: JsonObject): Answer {
  return encoded(status, Buffer.from(encodeJson(body)));
}

export function encoded(status: number, body: Buffer): Answer {
  return { status, pieces: [body], contentType: JSON_TYPE };
}

export function pieces(parts: readonly Buffer[]): Answer {
  return { status: 200, pieces: parts, contentType: JSON_TYPE };
}

export function text(status: number, body: string): Answer {
  return { status, pieces: [Buffer.from(body)], contentType: 'text/plain; charset=utf-8' };
}

export function failed(failure: ApiFailure): Answer {
  return { ...value(failure.code, failure.toStatus()), retryAfterSeconds: failure.details.retryAfterSeconds };
}

export function send(response: ServerResponse, answer: Answer): void {
  const length = answer.pieces.reduce((sum, piece) => sum + piece.length, 0);
  if (answer.retryAfterSeconds !== undefined) response.setHeader('retry-after', String(answer.retryAfterSeconds));
  response.writeHead(answer.status, { 'content-type': answer.contentType, 'content-length': length });
  const [only] = answer.pieces;
  if (answer.pieces.length === 1) response.end(only);
  else sendJoined(response, answer.pieces);
}

// A list is tens of thousands of small buffers; joined into writes of about a megabyte.
function sendJoined(response: ServerResponse, parts: readonly Buffer[]): void {
  let pending: Buffer[] = [];
  let size = 0;
  for (const part of parts) {
    pending.push(part);
    size += part.length;
    if (size < WRITE_SIZE) continue;
    response.write(Buffer.concat(pending, size));
    pending = [];
    size = 0;
  }
  response.end(Buffer.concat(pending, size));
}
