import type { Package } from './packages.js';
/** The package that contains a file. */
export function packageOf(file: string): Package | undefined;
/** The error message for a forbidden import, or undefined. */
export function checkImport(from: string, specifier: string): string | undefined;
