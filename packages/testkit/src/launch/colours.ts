// Colours for a terminal, or none for a file: picocolors decides by the environment.

import picocolors from 'picocolors';

export type Colours = Pick<typeof picocolors, 'bold' | 'dim' | 'green' | 'red' | 'yellow' | 'cyan'>;

export const COLOURS: Colours = picocolors;
export const NO_COLOURS: Colours = picocolors.createColors(false);
