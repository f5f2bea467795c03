// Every render that is kept, asked of the real API server: an unknown or doubled field, a wrong type, a bad value is refused.

import { COMBINATIONS } from '../testing/combinations.ts';
import { render } from '../testing/render.ts';
import type { Tools } from './tools.ts';

export async function strictlyAccepted(tools: Tools): Promise<void> {
  const complaints: string[] = [];
  for (const [name, values] of Object.entries(COMBINATIONS)) {
    const objects = await render(values);
    try {
      await tools.apply(
        ['--server-side', '--force-conflicts', '--field-manager=chart-suite', '--dry-run=server', '--validate=strict'],
        objects,
      );
    } catch (error) {
      complaints.push(`${name}: ${(error as Error).message}`);
    }
  }
  if (complaints.length > 0) throw new Error(complaints.join('\n'));
}
