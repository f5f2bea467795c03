import { expect, test, vi } from 'vitest';
import { AllocationGate } from './allocation-gate.ts';

test('keys that come while a watch is down have their turn when all are open again', async () => {
  let current = true;
  const again = vi.fn();
  const gate = new AllocationGate({ areCurrent: () => current, again });
  expect(gate.holdsBack('Pod/a')).toBe(false);
  current = false;
  gate.watchChanged();
  expect(gate.holdsBack('Pod/a')).toBe(true);
  current = true;
  gate.watchChanged();
  // What was missed is still on its way.
  expect(gate.holdsBack('Pod/b')).toBe(true);
  await gate.settled();
  expect(again.mock.calls.flat()).toEqual(['Pod/a', 'Pod/b']);
  expect(gate.holdsBack('Pod/c')).toBe(false);
});
