// One call of the nft program.

import { spawn } from 'node:child_process';

const LIMIT_MS = 20_000;

/** Standard output; rejects with what nft complains about. */
export function runNft(command: readonly string[], args: readonly string[], input = ''): Promise<string> {
  const [file, ...first] = command;
  if (file === undefined) throw new TypeError('no nft command');
  const child = spawn(file, [...first, ...args], { stdio: ['pipe', 'pipe', 'pipe'], timeout: LIMIT_MS });
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let output = '';
  let complaint = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    complaint += chunk;
  });
  child.on('error', reject);
  child.on('close', (code) => {
    if (code === 0) resolve(output);
    else reject(new Error(`nft ${args.join(' ')}: ${complaint.trim() || `exit code ${code}`}`));
  });
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  return promise;
}
