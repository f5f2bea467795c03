// The client's knock on the worker's eventfd (man eventfd: a 64 bit counter that writes add to).
import { endianness } from 'node:os';

const KNOCK = bytesOf(1n);
/** Far above any sum of knocks: "stop without further messages". */
const STOP = bytesOf(1n << 32n);

export function wakeBytes(stop: boolean): Uint8Array {
  return stop ? STOP : KNOCK;
}

export function saysStop(counter: Uint8Array): boolean {
  return new DataView(counter.buffer, counter.byteOffset, 8).getBigUint64(0, endianness() === 'LE') >= 1n << 32n;
}

function bytesOf(count: bigint): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, count, endianness() === 'LE');
  return bytes;
}
