import path from 'node:path';
import { fileURLToPath } from 'node:url';

const top = fileURLToPath(new URL('../../', import.meta.url));

/** Prefix of the names of all MongoDB databases of a run. MongoDB does not distinguish database names by case. */
export function databasePrefix(runFolder: string): string {
  return `${path.basename(runFolder).replaceAll('-', '_').toLowerCase()}_`;
}

/** Where a run builds the server: below `dist/`, so that it finds the packages and files of the product. */
export function buildFolder(runFolder: string): string {
  return path.join(top, 'dist', path.basename(runFolder));
}
