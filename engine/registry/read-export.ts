import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eachDefinition, type DefinitionSet } from './base/definition-set.ts';
import { readFolder } from './base/read-folder.ts';
import type { DefinitionInput } from './contract.ts';
import type { DefinitionProblem } from './problem.ts';

/** The file of an export that says what the definitions were. */
export const MANIFEST_FILE = 'muster-export.json';

/** The digests of definitions, by 'kind/id'. */
export type DefinitionDigests = ReadonlyMap<string, string>;

/** A folder of exported definitions, which may have been edited since. */
export interface ExportedDefinitions {
  readonly definitions: readonly DefinitionInput[];
  /** The definitions that were exported; undefined: the folder is no export. */
  readonly exported: DefinitionDigests | undefined;
  readonly problems: readonly DefinitionProblem[];
}

/** Reads a folder that `exportDefinitions` wrote. Definitions are only checked to have an id. */
export async function readExport(folder: string): Promise<ExportedDefinitions> {
  const { sources, extensions, problems } = await readFolder(folder, path.basename(folder));
  const found = [
    ...problems,
    ...extensions.map(({ file, path: at }) => ({ file, path: at, cause: 'Extensions of modules cannot be applied.' })),
  ];
  const definitions = new Map<string, DefinitionInput>();
  for (const { kind, definition, file, path: at } of sources) {
    const id = (definition as { readonly id?: unknown } | null)?.id;
    if (typeof id !== 'string' || id === '') found.push({ file, path: `${at}/id`, cause: 'The definition has no id.' });
    else if (definitions.has(`${kind}/${id}`))
      found.push({ file, path: `${at}/id`, cause: `Another file has the ${kind} with the id ${id}.` });
    else definitions.set(`${kind}/${id}`, { kind, id, definition });
  }
  return { definitions: [...definitions.values()], exported: await readManifest(folder), problems: found };
}

async function readManifest(folder: string): Promise<DefinitionDigests | undefined> {
  try {
    const { digests } = JSON.parse(await readFile(path.join(folder, MANIFEST_FILE), 'utf8')) as { readonly digests?: unknown };
    if (typeof digests !== 'object' || digests === null) return undefined;
    return new Map(Object.entries(digests).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
  } catch {
    return undefined;
  }
}

/** Writes what the definitions of an export are. */
export async function writeManifest(set: DefinitionSet, folder: string): Promise<void> {
  const text = JSON.stringify({ digests: Object.fromEntries(digestDefinitions(set)) }, null, 2);
  await writeFile(path.join(folder, MANIFEST_FILE), `${text}\n`);
}

export function digestDefinitions(set: DefinitionSet): DefinitionDigests {
  return new Map([...eachDefinition(set)].map(({ kind, id, definition }) => [`${kind}/${id}`, digestDefinition(definition)]));
}

/** A digest that does not depend on the order of properties. */
export function digestDefinition(definition: unknown): string {
  const text = JSON.stringify(definition, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
  return createHash('sha256').update(text).digest('base64url');
}
