// A scenario that does not hold, or cannot be read: always with the line that says so.

export interface Place {
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

export class ScenarioError extends Error {
  readonly place: Place;

  constructor(place: Place, message: string, cause?: unknown) {
    super(`${place.file}:${place.line}: ${message}`, { cause });
    this.name = 'ScenarioError';
    this.place = place;
  }
}
