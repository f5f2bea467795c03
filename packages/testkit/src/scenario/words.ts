// Cuts the line of a step into words and the YAML that may follow them. Double quotes keep spaces together.

export interface Line {
  readonly words: readonly string[];
  readonly text: string;
  /** From the first `{` that begins a word. */
  readonly yaml?: string;
}

const WORD = /\s*(?:"([^"]*)"|([^\s"]\S*))/y;

/** Undefined when a quote is left open. */
export function splitLine(line: string): Line | undefined {
  const words: string[] = [];
  WORD.lastIndex = 0;
  let end = 0;
  while (line.slice(end).trim() !== '') {
    const match = WORD.exec(line);
    if (match === null) return undefined;
    const [whole, quoted, plain] = match;
    if (plain?.startsWith('{')) {
      const start = end + whole.indexOf('{');
      return { words, text: line.slice(0, start).trim(), yaml: line.slice(start) };
    }
    words.push(quoted ?? plain!);
    end = WORD.lastIndex;
  }
  return { words, text: line.trim() };
}
