import {
  DEFINITION_SCHEMAS,
  LAYOUT_VIEWS,
  type FieldDefinition,
  type FinderDefinition,
  type ModuleDefinition,
  type RelationshipDefinition,
  type LayoutDefinition,
  type LayoutSection,
  type LayoutView,
} from '#engine/model/definitions';
import type { DefinitionProblem } from '../problem.ts';
import type { DefinitionSetDraft } from './definition-set.ts';

/**
 * Fields with their positions, relationships, declared indexes and finders that a plugin or a domain adds to a module of
 * another domain (`extensions.json`).
 */
export interface ModuleExtension {
  /** Name of the extended module. */
  readonly module: string;
  /** Fields to add; their names are unique in the module. */
  readonly fields?: readonly FieldDefinition[];
  /** The position of the fields in the module's layouts: a field without a placement is stored and searched, but not shown. */
  readonly fieldPlacements?: readonly FieldPlacement[];
  /** Relationships to add, of which the module is the primary one. */
  readonly relationships?: readonly RelationshipDefinition[];
  /** Indexes to add: lists of 1 to 4 field names. */
  readonly indexes?: readonly (readonly string[])[];
  /** Endpoints to add below the path of the module. */
  readonly finders?: readonly FinderDefinition[];
}

/** An extension as it was read, not yet checked. */
export interface ExtensionSource {
  readonly extension: unknown;
  readonly file: string;
  readonly path: string;
}

const { fields, relationships, indexes, finders, name } = DEFINITION_SCHEMAS.module.properties;

const NAME = { type: 'string', minLength: 1 } as const;

/** JSON Schema of a field placement. */
const FIELD_PLACEMENT_SCHEMA = {
  type: 'object',
  required: ['field', 'after'],
  additionalProperties: false,
  properties: {
    field: NAME,
    after: NAME,
    views: { type: 'array', minItems: 1, items: { enum: LAYOUT_VIEWS } },
    width: { type: 'integer', minimum: 40, maximum: 800 },
  },
} as const;

/** JSON Schema of an extension, built from properties of the module schema. */
export const EXTENSION_SCHEMA = {
  type: 'object',
  required: ['module'],
  additionalProperties: false,
  properties: { module: name, fields, fieldPlacements: { type: 'array', items: FIELD_PLACEMENT_SCHEMA }, relationships, indexes, finders },
} as const;

/** Adds checked extensions to the modules that they name; an extension is silently ignored if its module does not exist. */
export function extendModules(
  set: DefinitionSetDraft,
  extensions: readonly { extension: ModuleExtension; file: string; path: string }[],
): DefinitionProblem[] {
  const warnings: DefinitionProblem[] = [];
  for (const { extension, file, path } of extensions) {
    const target = [...set.module.values()].find((module) => module.name === extension.module);
    if (target) {
      const extended = extendModule(target, extension);
      set.module.set(target.id, extended);
      extension.fieldPlacements?.forEach((place, index) =>
        warnings.push(...findMisplaced(set, extended, place).map((cause) => ({ file, path: `${path}/fieldPlacements/${index}`, cause }))),
      );
    } else warnings.push({ file, path, cause: `The module ${extension.module} is not defined, so nothing was added to it.` });
  }
  return warnings;
}

/** Places a field; returns the reasons if it could not be placed. */
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
    finders: [...(module.finders ?? []), ...(extension.finders ?? [])],
  };
}

/** Where a field that was added to a module is shown. */
export interface FieldPlacement {
  /** Name of the added field. */
  readonly field: string;
  /** The field after which it is placed: layouts that do not show that field are unchanged. */
  readonly after: string;
  /** Default: 'edit' and 'detail'. */
  readonly views?: readonly LayoutView[];
  /** Column width in CSS pixels, in a grid. */
  readonly width?: number;
}

const DEFAULT_VIEWS: readonly LayoutView[] = ['edit', 'detail'];
/** Adds a field to the layouts of a module; false: no layout shows the field after which it should be placed. */
function placeField(set: DefinitionSetDraft, module: string, place: FieldPlacement): boolean {
  const views = place.views ?? DEFAULT_VIEWS;
  const layouts = [...set.layout.values()].filter(
    (layout) => layout.ssModule === module && views.includes(layout.view) && shows(layout, place.after),
  );
  for (const layout of layouts)
    set.layout.set(layout.id, { ...layout, sections: layout.sections.map((section) => placeInSection(section, layout.view, place)) });
  return layouts.length > 0;
}

function shows({ sections }: LayoutDefinition, field: string): boolean {
  return sections.some(({ fields }) => fields.some(({ fieldName }) => fieldName === field));
}

function placeInSection(section: LayoutSection, view: LayoutView, { field, after, width }: FieldPlacement): LayoutSection {
  const added = { fieldName: field, ...(view === 'grid' && width !== undefined ? { width } : {}) };
  return { ...section, fields: section.fields.flatMap((each) => (each.fieldName === after ? [each, added] : [each])) };
}
