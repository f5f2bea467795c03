// Has the floors measured by a process inside the node's namespace.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { FloorRequest, FloorTimes } from './floors.ts';

const SCRIPT = fileURLToPath(new URL('./floors.ts', import.meta.url));

export async function measureFloors(node: string, request: FloorRequest): Promise<FloorTimes> {
  const args = ['--pdeathsig', 'KILL', '--', 'nsenter', `--net=${node}`, '--', process.execPath, SCRIPT];
  const child = spawn('setpriv', args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  child.stdin.end(JSON.stringify(request));
  const output = await text(child.stdout);
  const [code] = await ended;
  if (code !== 0) throw new Error(`the floors ended with code ${code}`);
  return JSON.parse(output) as FloorTimes;
}
