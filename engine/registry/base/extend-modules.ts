import { DEFINITION_SCHEMAS, type FieldDefinition, type ModuleDefinition, type RelationshipDefinition } from '#engine/model';
import type { DefinitionProblem } from '../problem.ts';
import type { DefinitionSetDraft } from './definition-set.ts';

/** Fields, relationships and index wishes that a plugin or a domain adds to a module of others (`extensions.json`). */
export interface ModuleExtension {
  readonly module: string;
  readonly fields?: readonly FieldDefinition[];
  readonly relationships?: readonly RelationshipDefinition[];
  readonly indexes?: readonly (readonly string[])[];
}

/** An extension as it was found, not yet checked. */
export interface ExtensionSource {
  readonly extension: unknown;
  readonly file: string;
  readonly path: string;
}

const { fields, relationships, indexes, name } = DEFINITION_SCHEMAS.module.properties;

/** JSON Schema of an extension: the module's own parts. */
export const EXTENSION_SCHEMA = {
  type: 'object',
  required: ['module'],
  additionalProperties: false,
  properties: { module: name, fields, relationships, indexes },
} as const;

/** Adds checked extensions to the modules that they name; the module must be there, or the extension waits for it in silence. */
export function extendModules(set: DefinitionSetDraft, extensions: readonly { extension: ModuleExtension; file: string; path: string }[]): DefinitionProblem[] {
  const notes: DefinitionProblem[] = [];
  for (const { extension, file, path } of extensions) {
    const target = [...set.module.values()].find((module) => module.name === extension.module);
    if (target) set.module.set(target.id, extendModule(target, extension));
    else notes.push({ file, path, cause: `The module ${extension.module} is not defined, so nothing was added to it.` });
  }
  return notes;
}

function extendModule(module: ModuleDefinition, extension: ModuleExtension): ModuleDefinition {
  return {
    ...module,
    fields: [...module.fields, ...(extension.fields ?? [])],
    relationships: [...(module.relationships ?? []), ...(extension.relationships ?? [])],
    indexes: [...(module.indexes ?? []), ...(extension.indexes ?? []).map((keys) => [...keys])],
  };
}
