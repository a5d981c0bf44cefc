import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { DefinitionKind } from '#engine/model/definitions';
import type { DefinitionProblem } from '../problem.ts';
import type { DefinitionSource } from './definition-set.ts';
import type { ExtensionSource } from './extend-modules.ts';
import { locateJsonError } from './locate-json-error.ts';

/** Folders whose files contain one definition each. */
const KIND_FOLDERS: { readonly [folder: string]: DefinitionKind } = {
  dropdowns: 'dropdown',
  roles: 'role',
  settings: 'setting',
  menus: 'menu',
  workflows: 'workflow',
};

/** Folders without definitions. Modules may have any other name, so that no module is skipped because of its folder name. */
const OTHER_FOLDERS = new Set(['seeds', 'node_modules']);

/** The contents of a folder of definition files, only checked to be JSON. */
export interface FolderContents {
  readonly sources: DefinitionSource[];
  readonly extensions: ExtensionSource[];
  readonly problems: DefinitionProblem[];
}

/**
 * Reads every definition file in a folder: `<any>/module.json`, `<any>/layouts.json`, `<any>/extensions.json` (fields
 * added to other modules, and rights to roles) and the files of folders named dropdowns, roles, settings, menus and workflows, at any depth. A folder that
 * does not exist counts as empty.
 */
export async function readFolder(folder: string, displayPath: string = folder): Promise<FolderContents> {
  const contents: FolderContents = { sources: [], extensions: [], problems: [] };
  for (const file of await listJsonFiles(folder)) await readDefinitionFile(path.join(folder, file), `${displayPath}/${file}`, contents);
  return contents;
}

async function listJsonFiles(folder: string, below = ''): Promise<string[]> {
  const entries = await readdir(path.join(folder, below), { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const files: string[] = [];
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const name = below ? `${below}/${entry.name}` : entry.name;
    if (entry.isDirectory() && !OTHER_FOLDERS.has(entry.name)) files.push(...(await listJsonFiles(folder, name)));
    else if (entry.isFile() && entry.name.endsWith('.json')) files.push(name);
  }
  return files;
}

async function readDefinitionFile(file: string, displayPath: string, contents: FolderContents): Promise<void> {
  const kind = kindOfFile(file);
  if (!kind) return;
  const text = await readFile(file, 'utf8').catch((error: unknown) => error as Error);
  const value = text instanceof Error ? undefined : parseJson(text);
  if (text instanceof Error || value === undefined) {
    contents.problems.push({ file: displayPath, path: '/', cause: explainUnreadable(text) });
    return;
  }
  if (kind === 'layouts')
    addList(value, 'layouts', displayPath, contents, (definition, at) =>
      contents.sources.push({ kind: 'layout', definition, file: displayPath, path: at }),
    );
  else if (kind === 'extensions')
    addList(value, 'extensions', displayPath, contents, (extension, at) =>
      contents.extensions.push({ extension, file: displayPath, path: at }),
    );
  else contents.sources.push({ kind, definition: value, file: displayPath, path: '' });
}

/** The value of a text; undefined if it is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function explainUnreadable(text: string | Error): string {
  if (text instanceof Error) return `The file cannot be read: ${text.message}`;
  const { line, column } = locateJsonError(text) ?? { line: 1, column: 1 };
  return `It is not JSON: line ${line}, column ${column}.`;
}

function kindOfFile(file: string): DefinitionKind | 'layouts' | 'extensions' | undefined {
  const name = path.basename(file);
  if (name === 'module.json') return 'module';
  if (name === 'layouts.json') return 'layouts';
  if (name === 'extensions.json') return 'extensions';
  return KIND_FOLDERS[path.basename(path.dirname(file))];
}

function addList(value: unknown, name: string, file: string, contents: FolderContents, add: (item: unknown, path: string) => void): void {
  const list = (value as { [key: string]: unknown } | null)?.[name];
  if (!Array.isArray(list)) contents.problems.push({ file, path: `/${name}`, cause: `It must hold a list named ${name}.` });
  else list.forEach((item, index) => add(item, `/${name}/${index}`));
}
