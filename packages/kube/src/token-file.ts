// A bearer token kept in a file that somebody else rotates (projected service account tokens live about an hour).
// It is read again at most once a minute, and at once after the server refused it.

import { readFileSync } from 'node:fs';

const REREAD_MS = 60_000;

export function tokenFromFile(path: string, now: () => number = Date.now): (stale?: boolean) => string | undefined {
  let token: string | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  return (stale = false) => {
    if (!stale && now() - readAt < REREAD_MS) return token;
    readAt = now();
    // A file that is being swapped may be missing for a moment: the previous token is still the best guess.
    token = readToken(path) ?? token;
    return token;
  };
}

function readToken(path: string): string | undefined {
  try {
    const text = readFileSync(path, 'utf8').trim();
    return text === '' ? undefined : text;
  } catch {
    return undefined;
  }
}
