// The version that the program prints and that its user agent carries.

export const VERSION = '0.1.0';
