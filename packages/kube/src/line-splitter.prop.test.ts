import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LineSplitter } from './line-splitter.ts';

test('lines do not depend on where the chunks end, even inside a character', () => {
  const line = fc
    .string({ unit: 'binary', minLength: 1 })
    .filter((text) => !/[\r\n]/.test(text) && text.isWellFormed());
  fc.assert(
    fc.property(fc.array(line), fc.array(fc.nat(8), { minLength: 1 }), (lines, sizes) => {
      const bytes = Buffer.from(lines.map((text) => `${text}\n`).join(''));
      const got: string[] = [];
      const splitter = new LineSplitter((text) => got.push(text));
      for (let at = 0, n = 0; at < bytes.length; n++) {
        const size = (sizes[n % sizes.length] as number) + 1;
        splitter.push(bytes.subarray(at, at + size));
        at += size;
      }
      expect(got).toEqual(lines);
      expect(splitter.pendingBytes).toBe(0);
    }),
  );
});

test('empty lines are skipped, an unfinished one is pending', () => {
  const got: string[] = [];
  const splitter = new LineSplitter((text) => got.push(text));
  splitter.push(Buffer.from('\n\r\na\n\nb'));
  expect(got).toEqual(['a']);
  expect(splitter.pendingBytes).toBe(1);
});

test('a stream without line ends is refused before it eats the memory', () => {
  const splitter = new LineSplitter(() => {});
  const chunk = Buffer.alloc(1024 * 1024, 'x');
  expect(() => {
    for (let n = 0; n < 40; n++) splitter.push(chunk);
  }).toThrow('no line end');
});
