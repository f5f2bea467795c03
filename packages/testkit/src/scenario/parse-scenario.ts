// Reads the text of a scenario. Whatever cannot be a step is refused here, with its line, before anything is started.

import { parseDocument } from 'yaml';
import type { Content, Loop, Scenario, Step } from './scenario.ts';
import { ScenarioError } from './scenario-error.ts';
import { findStep } from './vocabulary.ts';
import { splitLine } from './words.ts';

export function parseScenario(text: string, file: string): Scenario {
  const lines = text.split('\n');
  const comments = lines.filter((line) => line.startsWith('#')).map((line) => line.slice(1).trim());
  const title = comments[0];
  if (title === undefined || title === '')
    throw new ScenarioError({ file, line: 1 }, 'a scenario begins with a comment: its title');
  const config: Record<string, unknown> = {};
  const exceptions = new Map<string, string>();
  const steps: Step[] = [];
  for (const block of blocksOf(lines, file)) {
    const [first = '', second = ''] = block.words;
    if (first === 'config') Object.assign(config, readContent(block, file));
    else if (first === 'except')
      exceptions.set(second.replace(/:$/, ''), block.text.slice(block.text.indexOf(':') + 1));
    else steps.push(checkedStep(block, file));
  }
  return { file, title, cases: casesOf(comments), config, exceptions, steps };
}

/** The ids of a line `cases: A1, B2`. */
function casesOf(comments: readonly string[]): readonly string[] {
  const line = comments.find((comment) => comment.startsWith('cases:')) ?? '';
  return line
    .slice('cases:'.length)
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '');
}

function blocksOf(lines: readonly string[], file: string): Step[] {
  const blocks: Step[] = [];
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index]!;
    if (line.trim() === '' || line.startsWith('#')) continue;
    const place = { file, line: index + 1 };
    if (/^\s/.test(line))
      throw new ScenarioError(place, 'an indented line belongs to a step, and there is none above it');
    const split = splitLine(line);
    if (split === undefined) throw new ScenarioError(place, 'a quote is left open');
    const end = endOfBody(lines, index + 1);
    const below = lines.slice(index + 1, end).join('\n');
    if (split.yaml !== undefined && below.trim() !== '')
      throw new ScenarioError(place, 'content stands either after the words or below them');
    const content: Content | undefined =
      split.yaml !== undefined
        ? { text: split.yaml, line: index + 1 }
        : below.trim() === ''
          ? undefined
          : { text: below, line: index + 2 };
    const { words, text } = split;
    blocks.push({ line: index + 1, text, content, ...withoutLoop(words) });
    index = end - 1;
  }
  return blocks;
}

function endOfBody(lines: readonly string[], start: number): number {
  let end = start;
  for (let index = start; index < lines.length; index++) {
    const line = lines[index]!;
    if (/^\s+\S/.test(line)) end = index + 1;
    else if (line.trim() !== '') break;
  }
  return end;
}

function withoutLoop(words: readonly string[]): { words: readonly string[]; loop?: Loop } {
  const range = /^(\d+)\.\.(\d+)$/.exec(words[3] ?? '');
  if (words[0] !== 'for' || words[2] !== 'in' || range === null) return { words };
  return { words: words.slice(4), loop: { name: words[1]!, from: Number(range[1]), to: Number(range[2]) } };
}

function checkedStep(step: Step, file: string): Step {
  const found = findStep(step.words);
  if (found === undefined) throw new ScenarioError({ file, line: step.line }, `there is no step "${step.text}"`);
  const { content } = found.definition;
  if (content === undefined && step.content !== undefined)
    throw new ScenarioError({ file, line: step.line }, `"${found.definition.usage}" takes no content`);
  if (content === 'required' && step.content === undefined)
    throw new ScenarioError({ file, line: step.line }, `"${found.definition.usage}" needs content`);
  readContent(step, file);
  return step;
}

/** The content of a step; `fill` replaces what was remembered. */
export function readContent(step: Step, file: string, fill: (text: string) => string = (text) => text): unknown {
  if (step.content === undefined) return undefined;
  const document = parseDocument(fill(step.content.text), { uniqueKeys: true });
  const [error] = document.errors;
  if (error === undefined) return document.toJS();
  const line = step.content.line + (error.linePos?.[0].line ?? 1) - 1;
  throw new ScenarioError({ file, line }, `not readable as YAML: ${error.message.split('\n')[0]}`);
}
