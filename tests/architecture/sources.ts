import { readdirSync } from 'node:fs';
import path from 'node:path';

export const TOP = path.resolve(import.meta.dirname, '../..');

const LEFT_OUT = new Set(['node_modules', 'dist', 'data', '.git', 'coverage']);

/** All files under the top, as paths from it with `/`. */
export function listFiles(folder = TOP): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const full = path.join(folder, entry.name);
    if (LEFT_OUT.has(entry.name)) return [];
    return entry.isDirectory() ? listFiles(full) : [path.relative(TOP, full).split(path.sep).join('/')];
  });
}

/** Source files of the product and its tests. */
export function listSources(): string[] {
  return listFiles().filter((file) => /\.(ts|tsx)$/.test(file) && !file.endsWith('.config.ts'));
}
