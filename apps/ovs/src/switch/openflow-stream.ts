// OpenFlow messages in a stream of bytes, as far as one who stands between the two ends has to know them.

const HEADER_BYTES = 8;
const BUNDLE_CONTROL = 33;
const COMMIT_REQUEST = 4;
/** An echo request of OpenFlow 1.5 with a number that ovs-ofctl does not come to. */
export const MARK: Buffer = Buffer.from([6, 2, 0, HEADER_BYTES, 0xff, 0xff, 0xff, 0xfe]);

export class MessageSplitter {
  #rest: Buffer = Buffer.alloc(0);

  /** The messages that are complete by now. */
  push(chunk: Buffer): Buffer[] {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const messages: Buffer[] = [];
    while (this.#rest.length >= HEADER_BYTES) {
      const size = Math.max(this.#rest.readUInt16BE(2), HEADER_BYTES);
      if (this.#rest.length < size) break;
      messages.push(this.#rest.subarray(0, size));
      this.#rest = this.#rest.subarray(size);
    }
    return messages;
  }
}

/** From here on what the bundle says is so. */
export function isCommit(message: Buffer): boolean {
  return message[1] === BUNDLE_CONTROL && message.length >= 14 && message.readUInt16BE(12) === COMMIT_REQUEST;
}

export function isAnswerToMark(message: Buffer): boolean {
  return message[1] === 3 && message.readUInt32BE(4) === MARK.readUInt32BE(4);
}
