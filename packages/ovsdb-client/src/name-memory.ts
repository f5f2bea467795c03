// Names of columns and keys of maps come again and again in the same order. Remembered by place they are compared in the
// text and given out as the one string that is already a property name, instead of ten thousand new strings a dump.
import type { JsonReader } from './json-reader.ts';

/** Maps with more keys than this are rare, and theirs are seldom the same. */
const PLACES = 32;

export class NameMemory {
  readonly #names: string[] = [];
  /** The names as they stand in the text. */
  readonly #quoted: string[] = [];

  read(reader: JsonReader, place: number): string {
    const quoted = this.#quoted[place];
    if (quoted !== undefined && reader.skips(quoted)) return this.#names[place]!;
    const name = reader.string();
    if (place < PLACES) this.#remember(name, place);
    return name;
  }

  #remember(name: string, place: number): void {
    const quoted = JSON.stringify(name);
    this.#quoted[place] = quoted;
    // A string of its own, not a slice that would keep the text of a whole message.
    this.#names[place] = JSON.parse(quoted);
  }
}
