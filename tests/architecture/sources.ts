import { readdirSync } from 'node:fs';
import path from 'node:path';

export const REPOSITORY_ROOT = path.resolve(import.meta.dirname, '../..');

const IGNORED_FOLDERS = new Set(['node_modules', 'dist', 'data', '.git', 'coverage']);

/** All files of the repository, as paths from its root with `/`. */
export function listFiles(folder = REPOSITORY_ROOT): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const full = path.join(folder, entry.name);
    if (IGNORED_FOLDERS.has(entry.name)) return [];
    return entry.isDirectory() ? listFiles(full) : [path.relative(REPOSITORY_ROOT, full).split(path.sep).join('/')];
  });
}

/** Source files of the product and its tests. */
export function listSources(): string[] {
  return listFiles().filter((file) => /\.(ts|tsx)$/.test(file) && !file.endsWith('.config.ts'));
}
