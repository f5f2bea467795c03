// The figures as a table: value, goal, and whether it is met.

export function report(name: string, figures: object, floors: object, goals: Readonly<Record<string, string>>): string {
  const lines = Object.entries(figures).map(([figure, value]) => line(figure, value, goals[figure]));
  const bare = Object.entries(floors).map(([floor, value]) => `  ${floor.padEnd(34)} ${number(value)}\n`);
  return `\n${name}\n${lines.join('')}${bare.length > 0 ? `floors of the same run\n${bare.join('')}` : ''}\n`;
}

function line(figure: string, value: unknown, goal: string | undefined): string {
  const verdict = goal === undefined ? '' : `  goal ${goal}  ${isMet(Number(value), goal) ? 'met' : 'missed'}`;
  return `  ${figure.padEnd(34)} ${number(value).padStart(12)}${verdict}\n`;
}

export function isMet(value: number, goal: string): boolean {
  const [comparison, bound] = goal.split(' ');
  return comparison === '<=' ? value <= Number(bound) : value >= Number(bound);
}

function number(value: unknown): string {
  if (typeof value !== 'number') return String(value);
  if (Number.isInteger(value)) return value.toLocaleString('en');
  return value.toLocaleString('en', { maximumFractionDigits: Math.abs(value) < 10 ? 3 : 1 });
}
