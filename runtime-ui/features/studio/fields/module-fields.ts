import { listDefaultFields, SYSTEM_FIELDS, type FieldDefinition, type ModuleDefinition } from '#engine/model/definitions';
import type { FieldView, ModuleView } from '#engine/model/wire';

/** Where a field of a module comes from: its definition, the default fields, or a relationship or another module. */
export type FieldOrigin = 'own' | 'default' | 'derived';

/** A field of a module in the studio. */
export interface StudioField {
  readonly definition: FieldDefinition;
  readonly origin: FieldOrigin;
  /** Only the product writes it. */
  readonly system: boolean;
}

/**
 * All fields of a module: its own, those that every module of its kind has, and those that relationships and other modules give it.
 * `view` is the published module, which is the only source of the last ones.
 */
export function listStudioFields(definition: ModuleDefinition, view?: ModuleView): readonly StudioField[] {
  const { leading, trailing } = listDefaultFields(definition, []);
  const defaults = [...leading, ...trailing];
  const own = new Map(definition.fields.map((field) => [field.fieldName, field]));
  const defaultNames = new Set(defaults.map(({ fieldName }) => fieldName));
  const toDefault = (field: FieldDefinition): StudioField => ({
    definition: { ...field, ...own.get(field.fieldName), id: field.id },
    origin: 'default',
    system: SYSTEM_FIELDS.has(field.fieldName),
  });
  const added = definition.fields.filter(({ fieldName }) => !defaultNames.has(fieldName));
  return [
    ...leading.map(toDefault),
    ...added.map((field): StudioField => ({ definition: field, origin: 'own', system: false })),
    ...trailing.map(toDefault),
    ...listDerivedFields(definition, view, defaults),
  ];
}

/** Fields of the published module that neither its definition nor its kind has, before or in the draft. */
function listDerivedFields(
  definition: ModuleDefinition,
  view: ModuleView | undefined,
  defaults: readonly FieldDefinition[],
): StudioField[] {
  if (view === undefined) return [];
  const written = [...definition.fields, ...(view.definition?.fields ?? []), ...defaults];
  const ids = new Set(written.map(({ id }) => id));
  const names = new Set(written.map(({ fieldName }) => fieldName));
  return view.fields
    .filter(({ id, fieldName }) => !ids.has(id) && !names.has(fieldName) && fieldName !== 'teams')
    .map((field) => ({ definition: toDefinition(field), origin: 'derived' as const, system: false }));
}

function toDefinition({ id, fieldName, label, inputType, refs, dropdown, required }: FieldView): FieldDefinition {
  const [only, ...others] = refs;
  return {
    id,
    fieldName,
    label,
    inputType,
    ...(only === undefined ? {} : { ref: others.length === 0 ? only : [...refs] }),
    ...(dropdown === undefined ? {} : { dropdown }),
    ...(required === undefined ? {} : { required }),
  };
}

/** The definitions of all fields that conditions and settings of the module can name. */
export function listFieldDefinitions(definition: ModuleDefinition, view?: ModuleView): readonly FieldDefinition[] {
  return listStudioFields(definition, view).map((field) => field.definition);
}

/** Adds or replaces a field by its name before the change; a default field is then part of the definition, with what differs. */
export function putField(module: ModuleDefinition, name: string, field: FieldDefinition): ModuleDefinition {
  const at = module.fields.findIndex((one) => one.fieldName === name);
  const fields = at === -1 ? [...module.fields, field] : module.fields.map((one, index) => (index === at ? field : one));
  return { ...module, fields };
}

/** Takes a field out of the definition. A default field is as in every module again. */
export function removeField(module: ModuleDefinition, name: string): ModuleDefinition {
  return { ...module, fields: module.fields.filter(({ fieldName }) => fieldName !== name) };
}

/** Moves a field before another one; undefined: to the end. */
export function moveField(module: ModuleDefinition, name: string, before: string | undefined): ModuleDefinition {
  const moved = module.fields.find(({ fieldName }) => fieldName === name);
  if (moved === undefined || name === before) return module;
  const others = module.fields.filter((field) => field !== moved);
  const at = before === undefined ? -1 : others.findIndex(({ fieldName }) => fieldName === before);
  return { ...module, fields: at === -1 ? [...others, moved] : [...others.slice(0, at), moved, ...others.slice(at)] };
}

/** Moves an own field one place up or down among the own fields. */
export function shiftField(module: ModuleDefinition, own: readonly string[], name: string, by: -1 | 1): ModuleDefinition {
  const at = own.indexOf(name);
  const to = at + by;
  if (at === -1 || to < 0 || to >= own.length) return module;
  return moveField(module, name, by === -1 ? own[to] : own[to + 1]);
}
