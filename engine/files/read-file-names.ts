import type { Actor } from '../access/index.ts';
import { MusterError } from '../errors/index.ts';
import type { FileContext } from './file-context.ts';
import { readFile } from './read-file.ts';

/** The display names of the files at these paths; files that the actor may not read are left out. */
export async function readFileNames(
  services: FileContext,
  actor: Actor,
  paths: readonly string[],
): Promise<{ readonly [path: string]: string }> {
  const named = await Promise.all([...new Set(paths)].map(async (path) => [path, await nameOf(services, actor, path)] as const));
  return Object.fromEntries(named.flatMap(([path, name]) => (name === undefined ? [] : [[path, name]])));
}

async function nameOf(services: FileContext, actor: Actor, path: string): Promise<string | undefined> {
  try {
    return (await readFile(services, actor, path)).filename;
  } catch (error) {
    if (error instanceof MusterError && error.code === 'file_not_found') return undefined;
    throw error;
  }
}
