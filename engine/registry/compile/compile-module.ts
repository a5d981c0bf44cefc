import { compileValidations } from '#engine/model/rules';
import { getTriggerCondition } from '#engine/model/visibility';
import { getKeySchemas, getLinksKey, namesModules } from '#engine/model/keys';
import { createConverter } from '#engine/model/conversions';
import { toSensitiveType, typeOfColumn, typeOfField, type ModuleKeys } from '#engine/model/field-types';
import type { CompiledField, CompiledModule, CompiledRelation } from '#engine/model/compiled';
import {
  isCalculated,
  isCommonLayout,
  pathOfModule,
  type LayoutDefinition,
  type ModuleDefinition,
  type SortDefinition,
  type DropdownDefinition,
  type FieldDefinition,
  type SettingDefinition,
} from '#engine/model/definitions';
import { listForwardRelations } from './compile-relations.ts';
import { isComplete } from './finder-names.ts';
import { makeEffectiveLayouts } from './generated-layouts.ts';
import { planContains, planIndexes, toIndexSchemas, type IndexPlanInput } from './index-plan.ts';
import type { ResolvedModule, ResolvedField } from './resolve-fields.ts';
import type { FieldKey, PendingConversion } from '../state/field-conversions.ts';
import { storedIdOf } from '../state/field-history.ts';

const DEFAULT_PAGE_SIZE = 10;

/** Everything that a compiled module is made of, except the version: the same inputs compile to the same module. */
export interface ModuleInputs extends FieldCompileContext {
  readonly resolved: ResolvedModule;
  /** The layouts of the module as they are written. */
  readonly layouts: readonly LayoutDefinition[];
  /** The filters in the levels of roles on the module; absent: none. */
  readonly roleRules?: CompiledModule['roleRules'];
  /** The name that keys have for the module; absent: its name. */
  readonly keyName?: string;
  /** Relations by relationships of the module, and by FlexRelate fields of any module. */
  readonly reverse: readonly CompiledRelation[];
  readonly flexReverse: readonly CompiledRelation[];
}

/** Compiles a checked module to the immutable form that all other code reads. */
export function compileModule(inputs: ModuleInputs, version: number): CompiledModule {
  const { resolved, layouts: own, roleRules = [] } = inputs;
  const { definition } = resolved;
  const siblings = new Map(resolved.fields.map((field) => [field.definition.fieldName, field.definition]));
  const fields = new Map(resolved.fields.map((field) => [field.definition.fieldName, compileField(field, { ...inputs, siblings })]));
  const relations = compileRelations(fields, inputs);
  const layouts = makeEffectiveLayouts({ definition, fields, relations, layouts: own });
  const nameField = definition.fieldForName ?? 'name';
  const defaultSort = chooseDefaultSort(definition, layouts, nameField);
  const ownIds = new Set(own.map((layout) => layout.id));
  const finders = (definition.finders ?? []).filter((finder) => isComplete(finder, resolved.absent));
  const plan: IndexPlanInput = {
    definition,
    finders,
    fields,
    layouts,
    defaultSort,
    roleRules,
    isGenerated: (layout) => !ownIds.has(layout.id),
  };
  const indexPlan = planIndexes(plan);
  const deletedKey = fields.get('deleted')?.keys[0];
  return freezeDeep({
    id: definition.id,
    name: definition.name,
    keyName: inputs.keyName ?? definition.name,
    label: definition.label,
    labelSingular: definition.labelSingular,
    path: pathOfModule(definition),
    definition,
    definitionVersion: version,
    teamEnabled: definition.team_enabled === true,
    nameField,
    fields,
    fieldsById: new Map([...fields.values()].map((field) => [field.id, field])),
    relations,
    finders,
    layouts,
    defaultSort,
    pageSize:
      definition.pageSize ?? layouts.find((layout) => layout.view === 'grid' && isCommonLayout(layout))?.pageSize ?? DEFAULT_PAGE_SIZE,
    validations: compileValidations(siblings.values(), definition.validations),
    rowRules: definition.rowRules ?? {},
    roleRules,
    searchable: [...fields.values()].filter((field) => field.definition.searchable === true).map((field) => field.name),
    indexPlan,
    storage: {
      name: `m_${definition.id}`,
      keys: [...fields.values()].flatMap(listKeys),
      indexes: toIndexSchemas(indexPlan),
      contains: planContains(plan, nameField),
      ...(deletedKey?.absent === 0 ? { deletedKey: deletedKey.id } : {}),
    },
  });
}

/** All keys of a field in the store. */
function listKeys({ keys, linksKey, upcoming }: CompiledField): CompiledField['keys'] {
  return [...keys, ...(linksKey === undefined ? [] : [linksKey]), ...(upcoming?.field.keys ?? [])];
}

/** The path of a module's endpoints: its own, or '/api/' and its name in kebab case. */
function compileRelations(
  fields: ReadonlyMap<string, CompiledField>,
  { reverse, flexReverse }: ModuleInputs,
): Map<string, CompiledRelation> {
  const relations = [...listForwardRelations(fields.values()), ...reverse];
  const byName = new Map(relations.map((relation) => [relation.name, relation]));
  for (const relation of flexReverse) {
    if (!byName.has(relation.name) && !fields.has(relation.name)) byName.set(relation.name, relation);
  }
  return byName;
}

function chooseDefaultSort(definition: ModuleDefinition, layouts: readonly LayoutDefinition[], nameField: string): SortDefinition {
  const grid = layouts.find((layout) => layout.view === 'grid' && isCommonLayout(layout))?.defaultSort;
  return definition.defaultSort ?? grid ?? { sortField: nameField, sortOrder: 'asc' };
}

/** The input for compiling a field. */
interface FieldCompileContext {
  /** How often a field with this id was removed for good from the module; absent: never. */
  readonly removals?: ReadonlyMap<string, number>;
  /** The keys of converted fields, by stored id; absent: none was converted. */
  readonly fieldKeys?: ReadonlyMap<string, FieldKey> | undefined;
  readonly dropdowns: ReadonlyMap<string, DropdownDefinition>;
  readonly moduleNames: ReadonlySet<string>;
  /** By key; absent: defaults are used as they are written. */
  readonly settings?: ReadonlyMap<string, SettingDefinition>;
  /** The digests of calculated fields, by name; absent: none is calculated. */
  readonly calculations?: ReadonlyMap<string, string>;
  /** The names that keys have for modules that were renamed; absent: none was, or no value of the module names one. */
  readonly moduleKeys?: ModuleKeys;
  /** The fields of the same module by name, for triggers; absent: they are not compiled. */
  readonly siblings?: ReadonlyMap<string, FieldDefinition>;
}

/** Compiles a checked field. */
export function compileField(resolved: ResolvedField, context: FieldCompileContext): CompiledField {
  const definition = withReadOnly(withDefault(resolved.definition, context));
  const own = typeOfField(definition.inputType, definition.fieldType);
  const type = definition.sensitive === true ? toSensitiveType(own) : own;
  const columns = compileColumns(definition, context);
  const id = storedIdOf(definition.id, context.removals?.get(definition.id) ?? 0);
  const { key, upcoming } = context.fieldKeys?.get(id) ?? {};
  return {
    id,
    name: definition.fieldName,
    label: definition.label,
    definition,
    type,
    dropdown: definition.dropdown === undefined ? undefined : context.dropdowns.get(definition.dropdown),
    refs: [definition.ref ?? []].flat().filter((name) => context.moduleNames.has(name)),
    columns,
    keys: getKeySchemas(key ?? keyIdOf(id, context.calculations?.get(definition.fieldName)), type),
    linksKey: getLinksKey({ id, columns, definition }),
    trigger: compileTriggerOf(definition, context),
    system: resolved.system,
    relationship: resolved.relationship,
    ...(context.moduleKeys !== undefined && namesModules(definition) ? { moduleKeys: context.moduleKeys } : {}),
    ...(upcoming === undefined ? {} : { upcoming: compileUpcoming(resolved, upcoming) }),
  };
}

/** A field as it will be when the conversion that has begun is complete: only its key is used. */
function compileUpcoming(resolved: ResolvedField, { key, conversion }: PendingConversion): NonNullable<CompiledField['upcoming']> {
  const { definition, dropdown } = conversion.to;
  const dropdowns = new Map(dropdown === undefined ? [] : [[dropdown.name, dropdown]]);
  const field = compileField({ ...resolved, definition }, { dropdowns, moduleNames: new Set() });
  const convert = createConverter(conversion);
  return {
    field: { ...field, keys: getKeySchemas(key, field.type) },
    convert: (value) => {
      const result = convert(value);
      return result.ok ? result.value : undefined;
    },
  };
}

/**
 * The id of a field's key. A calculated field has another key after its calculation changed, so that no search compares the values of the
 * earlier calculation: they count as missing until the records are calculated again.
 */
function keyIdOf(id: string, digest: string | undefined): string {
  return digest === undefined ? id : `${id}~${digest}`;
}

/** Nobody can enter a calculated value. */
function withReadOnly(definition: FieldDefinition): FieldDefinition {
  return isCalculated(definition) ? { ...definition, readOnly: true } : definition;
}

/** The columns of an entry schema. Like a field, one that points to a module that is not active is left out. */
function compileColumns({ entry }: FieldDefinition, context: FieldCompileContext): readonly CompiledField[] {
  const { dropdowns, moduleNames, moduleKeys } = context;
  const active = (entry?.columns ?? []).filter(({ ref }) => ref === undefined || moduleNames.has(ref));
  return active.map((column): CompiledField => {
    const definition = { id: column.fieldName, ...column };
    const resolved: ResolvedField = { definition, system: false, relationship: undefined, path: '' };
    // Also of a Relate: the links of entries have the names of modules.
    const names = moduleKeys === undefined ? {} : { moduleKeys };
    return { ...compileField(resolved, { dropdowns, moduleNames, ...names }), ...names, type: typeOfColumn(column), keys: [] };
  });
}

function compileTriggerOf(definition: FieldDefinition, { siblings }: FieldCompileContext): CompiledField['trigger'] {
  const parent = definition.dependent === true ? siblings?.get(definition.parentField ?? '') : undefined;
  return parent === undefined || definition.fieldsToTrigger === undefined
    ? undefined
    : getTriggerCondition(definition.fieldsToTrigger, parent);
}

/** The default from a setting. It is ignored if the dropdown does not have the value, so that records can still be created. */
function withDefault(definition: FieldDefinition, { dropdowns, settings }: FieldCompileContext): FieldDefinition {
  const value = definition.defaultSetting === undefined ? undefined : settings?.get(definition.defaultSetting)?.setting;
  if (value === undefined) return definition;
  const options = new Set<unknown>(dropdowns.get(definition.dropdown ?? '')?.options.map((option) => option.value));
  const known = [value].flat().filter((one) => options.has(one));
  const { default: written, ...rest } = definition;
  if (definition.inputType === 'MultiSelect') return known.length === 0 ? rest : { ...rest, default: known };
  return { ...rest, default: known[0] ?? written };
}

/** Freezes plain objects and lists recursively. Maps and class instances are not frozen: their types are read-only. */
export function freezeDeep<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  const isPlain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
  if (!isPlain) return value;
  Object.freeze(value);
  for (const part of Object.values(value)) freezeDeep(part);
  return value;
}
