import path from 'node:path';
import { inject } from 'vitest';
import { buildEntries } from './build-entries.ts';
import { makeOnce } from './make-once.ts';
import { buildFolder } from './run-names.ts';

/** Builds the server like `npm run build`, once per run. Returns the file that starts it. */
export async function buildServer(): Promise<string> {
  const dir = path.join(buildFolder(inject('runFolder')), 'server');
  await makeOnce('server', () => buildEntries(dir));
  return path.join(dir, 'main.js');
}
