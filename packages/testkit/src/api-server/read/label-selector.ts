// The text form of a label selector: `a=b,c!=d,e in (f,g),h notin (i),j,!k`.

import { badRequest } from '../failure.ts';
import type { ApiObject } from '../store/api-object.ts';

export type Predicate = (object: ApiObject) => boolean;

type Labels = Readonly<Record<string, string>>;

export function parseLabelSelector(text: string | undefined): Predicate | undefined {
  if (!text?.trim()) return undefined;
  const requirements = splitRequirements(text).map(parseRequirement);
  return (object) => {
    const labels = object.metadata.labels ?? {};
    return requirements.every((requirement) => requirement(labels));
  };
}

function splitRequirements(text: string): string[] {
  return text.split(/,(?![^(]*\))/).map((part) => part.trim());
}

function parseRequirement(text: string): (labels: Labels) => boolean {
  const set = /^([^\s!=(),]+)\s+(in|notin)\s*\(([^()]*)\)$/.exec(text);
  if (set) {
    const [, key = '', operator, list = ''] = set;
    const values = new Set(list.split(',').map((value) => value.trim()));
    if (operator === 'in') return (labels) => labels[key] !== undefined && values.has(labels[key]);
    return (labels) => labels[key] === undefined || !values.has(labels[key]);
  }
  const equality = /^([^\s!=(),]+)\s*(==|=|!=)\s*([^\s!=(),]*)$/.exec(text);
  if (equality) {
    const [, key = '', operator, value = ''] = equality;
    return operator === '!=' ? (labels) => labels[key] !== value : (labels) => labels[key] === value;
  }
  const existence = /^(!?)\s*([^\s!=(),]+)$/.exec(text);
  if (!existence) throw badRequest(`unable to parse requirement: ${text}`);
  const [, not, key = ''] = existence;
  return not ? (labels) => labels[key] === undefined : (labels) => labels[key] !== undefined;
}
