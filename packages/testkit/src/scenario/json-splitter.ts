// Cuts the bytes of a JSON-RPC connection into whole messages, without reading them.

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN = 0x7b;
const CLOSE = 0x7d;

/** Feeds `onMessage` one Buffer per JSON object. */
export function jsonSplitter(onMessage: (message: Buffer) => void): (chunk: Buffer) => void {
  let kept: Buffer[] = [];
  let depth = 0;
  let inString = false;
  let escaped = false;
  return (chunk) => {
    let start = 0;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at]!;
      if (escaped) escaped = false;
      else if (inString) {
        if (byte === BACKSLASH) escaped = true;
        else if (byte === QUOTE) inString = false;
      } else if (byte === QUOTE) inString = true;
      else if (byte === OPEN) depth++;
      else if (byte === CLOSE && --depth === 0) {
        onMessage(Buffer.concat([...kept, chunk.subarray(start, at + 1)]));
        kept = [];
        start = at + 1;
      }
    }
    if (start < chunk.length) kept.push(chunk.subarray(start));
  };
}
