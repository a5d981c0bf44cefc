import type { Room } from './packages.js';
/** The room that a file lies in. */
export function roomOf(file: string): Room | undefined;
/** What is wrong with an import, or undefined. */
export function checkImport(from: string, specifier: string): string | undefined;
