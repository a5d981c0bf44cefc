import {
  listCommonRelates,
  listDefaultFields,
  SYSTEM_FIELDS,
  type FieldDefinition,
  type ModuleDefinition,
  type RelationshipDefinition,
} from '#engine/model/definitions';
import type { DefinitionSet } from '../base/definition-set.ts';

/** A resolved field of a module: a default field, its own, or a relationship field. */
export interface ResolvedField {
  readonly definition: FieldDefinition;
  readonly system: boolean;
  readonly relationship: RelationshipDefinition | undefined;
  /** Position in the definition file, for problems: '/fields/3'. */
  readonly path: string;
}

/** A module with all its fields; fields and relations to modules that are not defined are omitted and listed. */
export interface ResolvedModule {
  readonly definition: ModuleDefinition;
  /**
   * In order: name and the fields of its kind, its own, the other default fields, relationship fields. Names are unique
   * only after the check.
   */
  readonly fields: readonly ResolvedField[];
  /** Relationships whose primary end is this module and whose related module is defined. */
  readonly reverse: readonly RelationshipDefinition[];
  /** Names of fields and relations that were omitted because the other module is not defined, or because they are marked as deleted. */
  readonly absent: ReadonlySet<string>;
}

/** Whether a module is neither deleted nor inactive. */
export function isActiveModule({ active, deleted }: ModuleDefinition): boolean {
  return deleted !== true && active !== false;
}

function listActiveModules(set: DefinitionSet): ModuleDefinition[] {
  return [...set.module.values()].filter(isActiveModule);
}

/** Resolves the fields of every active module. */
export function resolveModules(set: DefinitionSet): Map<string, ResolvedModule> {
  const modules = listActiveModules(set);
  const names = new Set(modules.map((module) => module.name));
  const relationships = modules.flatMap((module) => module.relationships ?? []);
  // Those of inactive modules too: they are then omitted like any other field that points to an inactive module.
  const commonRelates = listCommonRelates(set.module.values());
  return new Map(modules.map((module) => [module.name, resolveModule(module, names, relationships, commonRelates)]));
}

function resolveModule(
  module: ModuleDefinition,
  names: ReadonlySet<string>,
  relationships: readonly RelationshipDefinition[],
  commonRelates: readonly FieldDefinition[],
): ResolvedModule {
  const absent = new Set<string>();
  const written = mergeDefaultFields(module, commonRelates);
  const fields = written.flatMap((field) => resolveField(field, names, absent));
  for (const each of relationships) {
    if (each.related_module.name !== module.name) continue;
    if (names.has(each.primary_module.name))
      fields.push({ definition: makeRelationshipField(each), system: false, relationship: each, path: `/relationships/${each.name}` });
    else absent.add(each.name);
  }
  const reverse = (module.relationships ?? []).filter((each) => names.has(each.related_module.name));
  for (const each of module.relationships ?? []) if (!reverse.includes(each)) absent.add(each.reverseName ?? each.name);
  return { definition: module, fields, reverse, absent };
}

/**
 * A module may redefine a default field by its name: its own properties have priority, except for the id, under which
 * values are stored.
 */
function mergeDefaultFields(module: ModuleDefinition, commonRelates: readonly FieldDefinition[]): ResolvedField[] {
  const { leading, trailing } = listDefaultFields(module, commonRelates);
  const defaults = new Map([...leading, ...trailing].map((field) => [field.fieldName, field]));
  const own = module.fields.map((field, index) => ({ field, path: `/fields/${index}` }));
  const restated = new Map(own.filter(({ field }) => defaults.has(field.fieldName)).map((each) => [each.field.fieldName, each]));
  const standard = (field: FieldDefinition): ResolvedField => {
    const own = restated.get(field.fieldName);
    return {
      definition: own ? { ...field, ...own.field, id: field.id } : field,
      system: SYSTEM_FIELDS.has(field.fieldName),
      relationship: undefined,
      path: own?.path ?? `/fields/${field.fieldName}`,
    };
  };
  const added = own
    .filter(({ field, path }) => restated.get(field.fieldName)?.path !== path)
    .map(({ field, path }) => ({ definition: field, system: false, relationship: undefined, path }));
  return [...leading.map(standard), ...added, ...trailing.map(standard)];
}

function resolveField(field: ResolvedField, names: ReadonlySet<string>, absent: Set<string>): ResolvedField[] {
  const { definition } = field;
  if (definition.deleted !== true && (field.system || hasTarget(definition, names))) return [field];
  absent.add(definition.fieldName);
  return [];
}

function hasTarget(field: FieldDefinition, names: ReadonlySet<string>): boolean {
  if (field.ref === undefined) return true;
  return [field.ref].flat().some((name) => names.has(name));
}

/** Labelled with the related module; a relationship of a module with itself with its own label. */
function makeRelationshipField(relationship: RelationshipDefinition): FieldDefinition {
  return {
    id: relationship.id,
    fieldName: relationship.name,
    label: relationship.primary_module.name === relationship.related_module.name ? relationship.label : relationship.primary_module.label,
    inputType: relationship.type === 'Many to Many' ? 'MultiRelate' : 'Relate',
    ref: relationship.primary_module.name,
    ...(relationship.required === undefined ? {} : { required: relationship.required }),
    ...(relationship.massUpdatable === undefined ? {} : { massUpdatable: relationship.massUpdatable }),
    ...(relationship.readOnly === undefined ? {} : { readOnly: relationship.readOnly }),
  };
}
