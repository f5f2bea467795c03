import { expect, test } from 'vitest';
import { redact } from './redact.ts';

test('what differs from try to try is gone, longest first', () => {
  const message = 'set link 0123456789ab_h of 0123456789abcdef in /run/netns/cni-1: ENODEV';
  expect(redact(message, ['0123456789abcdef', '/run/netns/cni-1', '', '0123456789ab_h'])).toBe(
    'set link <redacted> of <redacted> in <redacted>: ENODEV',
  );
});
