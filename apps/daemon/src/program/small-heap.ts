// Keeps the space for new objects small: it would grow to many times of what lives in it, on every node of a cluster. Must be
// the first import of the program, before that space grows.

import { setFlagsFromString } from 'node:v8';

setFlagsFromString('--semi-space-growth-factor=1');
