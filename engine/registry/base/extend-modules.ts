import { DEFINITION_SCHEMAS, type FieldDefinition, type FinderDefinition, type ModuleDefinition, type RelationshipDefinition } from '#engine/model';
import type { DefinitionProblem } from '../problem.ts';
import type { DefinitionSetDraft } from './definition-set.ts';
import { FIELD_PLACEMENT_SCHEMA, placeField, type FieldPlacement } from './place-fields.ts';

/** Fields with their placements, relationships, requested indexes and finders that a plugin or a domain adds to a module of others (`extensions.json`). */
export interface ModuleExtension {
  readonly module: string;
  readonly fields?: readonly FieldDefinition[];
  /** Where the module's layouts show them: without a placement a field is stored and searched, and seen by nobody. */
  readonly fieldPlacements?: readonly FieldPlacement[];
  readonly relationships?: readonly RelationshipDefinition[];
  readonly indexes?: readonly (readonly string[])[];
  readonly lookups?: readonly FinderDefinition[];
}

/** An extension as it was found, not yet checked. */
export interface ExtensionSource {
  readonly extension: unknown;
  readonly file: string;
  readonly path: string;
}

const { fields, relationships, indexes, lookups, name } = DEFINITION_SCHEMAS.module.properties;

/** JSON Schema of an extension: the module's own parts. */
export const EXTENSION_SCHEMA = {
  type: 'object',
  required: ['module'],
  additionalProperties: false,
  properties: { module: name, fields, places: { type: 'array', items: FIELD_PLACEMENT_SCHEMA }, relationships, indexes, lookups },
} as const;

/** Adds checked extensions to the modules that they name; the module must be there, or the extension waits for it in silence. */
export function extendModules(set: DefinitionSetDraft, extensions: readonly { extension: ModuleExtension; file: string; path: string }[]): DefinitionProblem[] {
  const notes: DefinitionProblem[] = [];
  for (const { extension, file, path } of extensions) {
    const target = [...set.module.values()].find((module) => module.name === extension.module);
    if (target) {
      const extended = extendModule(target, extension);
      set.module.set(target.id, extended);
      extension.fieldPlacements?.forEach((place, index) => notes.push(...findMisplaced(set, extended, place).map((cause) => ({ file, path: `${path}/places/${index}`, cause }))));
    } else notes.push({ file, path, cause: `The module ${extension.module} is not defined, so nothing was added to it.` });
  }
  return notes;
}

/** Places a field; answers why it could not be. */
function findMisplaced(set: DefinitionSetDraft, { name, fields }: ModuleDefinition, place: FieldPlacement): readonly string[] {
  if (!fields.some(({ fieldName }) => fieldName === place.field)) return [`${name} has no field ${place.field}, so it was not placed.`];
  return placeField(set, name, place) ? [] : [`No layout of ${name} shows ${place.after}, so ${place.field} was not placed behind it.`];
}

function extendModule(module: ModuleDefinition, extension: ModuleExtension): ModuleDefinition {
  return {
    ...module,
    fields: [...module.fields, ...(extension.fields ?? [])],
    relationships: [...(module.relationships ?? []), ...(extension.relationships ?? [])],
    indexes: [...(module.indexes ?? []), ...(extension.indexes ?? []).map((keys) => [...keys])],
    lookups: [...(module.lookups ?? []), ...(extension.lookups ?? [])],
  };
}
