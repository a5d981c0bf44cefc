import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DEFINITION_KINDS, DEFINITION_SCHEMAS, liftCycles, type DefinitionKind } from '#engine/model/definitions';
import type { JsonObject } from '#engine/model/values';
import type { AnyDefinition, DefinitionSet } from './base/definition-set.ts';
import { MANIFEST_FILE, writeManifest } from './read-export.ts';

const FOLDERS: { readonly [kind in Exclude<DefinitionKind, 'module' | 'layout'>]: string } = {
  dropdown: 'dropdowns',
  role: 'roles',
  setting: 'settings',
  menu: 'menus',
  workflow: 'workflows',
};

/** Writes definitions as files in the layout that the registry reads. Returns their paths relative to the folder, with `/`. */
export async function exportDefinitionFiles(set: DefinitionSet, folder: string): Promise<readonly string[]> {
  const files = new Map<string, unknown>();
  for (const module of set.module.values()) {
    const layouts = [...set.layout.values()].filter((layout) => layout.ssModule === module.name);
    files.set(`modules/${module.name}/module.json`, module);
    if (layouts.length > 0) files.set(`modules/${module.name}/layouts.json`, { layouts });
  }
  for (const [kind, name] of Object.entries(FOLDERS)) {
    for (const definition of (set[kind as DefinitionKind] as ReadonlyMap<string, AnyDefinition>).values())
      files.set(`${name}/${toFileName(definition)}.json`, definition);
  }
  for (const [file, content] of files) {
    const target = path.join(folder, file);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, `${JSON.stringify(content, null, 2)}\n`);
  }
  await writeManifest(set, folder);
  return [...files.keys(), MANIFEST_FILE].sort();
}

/** Readable and unique: names may differ only in characters that file names do not allow, so the id is included. */
function toFileName(definition: AnyDefinition): string {
  return definition.id;
}

/** The published JSON Schemas of definitions by kind: plain JSON, each with its own `$id`. */
export function exportSchemas(): { readonly [kind in DefinitionKind]: JsonObject } {
  const entries = DEFINITION_KINDS.map((kind) => {
    const { schema, lifted } = liftCycles(DEFINITION_SCHEMAS[kind], (name) => `#/definitions/${name}`);
    const definitions = Object.keys(lifted).length === 0 ? {} : { definitions: lifted };
    return [kind, { $schema: 'http://json-schema.org/draft-07/schema#', $id: `muster:${kind}`, ...schema, ...definitions }];
  });
  return Object.fromEntries(entries) as { [kind in DefinitionKind]: JsonObject };
}
