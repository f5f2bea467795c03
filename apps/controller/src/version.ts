// The version that programs print and that user agents carry.

export const VERSION = '0.1.0';
