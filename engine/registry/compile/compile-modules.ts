import { isDeepStrictEqual } from 'node:util';
import type { CompiledModule } from '#engine/model/compiled';
import type { ColumnDefinition, DropdownDefinition, LayoutDefinition, SettingDefinition } from '#engine/model/definitions';
import type { JsonObject } from '#engine/model/values';
import type { DefinitionSet } from '../base/definition-set.ts';
import { listRowRules } from '../base/row-rules.ts';
import type { ModuleKeys } from '#engine/model/field-types';
import { namesModules } from '#engine/model/keys';
import type { FieldKey } from '../state/field-conversions.ts';
import { listModuleKeys, listModuleNames, type ModuleNameHistory } from '../state/module-names.ts';
import { yieldToEventLoop } from '../yield-to-event-loop.ts';
import { digestCalculations, listCalculations } from './calculation-graph.ts';
import { compileModule, type ModuleInputs } from './compile-module.ts';
import { listFlexFields, listFlexReverseRelations, listReverseRelations, type FlexField } from './compile-relations.ts';
import type { ResolvedModule } from './resolve-fields.ts';

const inputsOfModules = new WeakMap<CompiledModule, ModuleInputs>();

/** The definitions that modules are compiled from. */
export interface ModulesInput {
  readonly set: DefinitionSet;
  readonly resolved: ReadonlyMap<string, ResolvedModule>;
  readonly version: number;
  /** How often each field was removed for good, by the id of its module and its own; absent: never. */
  readonly removals?: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** The keys of converted fields, by the id of their module and their stored id; absent: none was converted. */
  readonly fieldKeys?: ReadonlyMap<string, ReadonlyMap<string, FieldKey>>;
  /** The names that modules had; absent: none was renamed. */
  readonly moduleNames?: readonly ModuleNameHistory[];
}

/**
 * Compiles all modules, in slices. A module that is made of the same definitions as in `before` is not compiled again: it
 * is the same object, with the version of its last change, so that what is cached for it stays valid.
 */
export async function compileModules(
  { set, resolved, version, removals = new Map(), fieldKeys = new Map(), moduleNames = [] }: ModulesInput,
  before?: ReadonlyMap<string, CompiledModule>,
): Promise<Map<string, CompiledModule>> {
  const names = new Set(listModuleNames(set).values());
  const lookup: DefinitionLookup = {
    resolved,
    flexFields: listFlexFields(resolved.values()),
    layouts: groupLayouts(set),
    dropdowns: new Map([...set.dropdown.values()].map((dropdown) => [dropdown.name, dropdown])),
    settings: new Map([...set.setting.values()].map((setting) => [setting.key, setting])),
    roleRules: groupRoleRules(set),
    calculations: digestCalculations(listCalculations(resolved.values())),
    moduleKeys: listModuleKeys(moduleNames, (name) => names.has(name)),
  };
  const modules = new Map<string, CompiledModule>();
  for (const [name, module] of resolved) {
    const { id } = module.definition;
    const inputs = collectInputs(module, lookup, { removals: removals.get(id) ?? NEVER_REMOVED, fieldKeys: fieldKeys.get(id) });
    modules.set(name, findUnchanged(before?.get(name), inputs) ?? compileWith(inputs, version));
    await yieldToEventLoop();
  }
  return modules;
}

function findUnchanged(before: CompiledModule | undefined, inputs: ModuleInputs): CompiledModule | undefined {
  return before !== undefined && isDeepStrictEqual(inputsOfModules.get(before), inputs) ? before : undefined;
}

function compileWith(inputs: ModuleInputs, version: number): CompiledModule {
  const module = compileModule(inputs, version);
  inputsOfModules.set(module, inputs);
  return module;
}

/** All definitions, by the names under which modules refer to them. */
interface DefinitionLookup {
  readonly resolved: ReadonlyMap<string, ResolvedModule>;
  readonly flexFields: readonly FlexField[];
  /** By name of the module. */
  readonly layouts: ReadonlyMap<string, readonly LayoutDefinition[]>;
  readonly dropdowns: ReadonlyMap<string, DropdownDefinition>;
  readonly settings: ReadonlyMap<string, SettingDefinition>;
  /** The filters in the levels of roles, by name of the module. */
  readonly roleRules: ReadonlyMap<string, CompiledModule['roleRules']>;
  /** The digests of calculated fields, by module and field. */
  readonly calculations: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly moduleKeys: ModuleKeys;
}

const NEVER_REMOVED: ReadonlyMap<string, number> = new Map();

/** What a module is made of: of the other definitions only those that it refers to. */
function collectInputs(
  module: ResolvedModule,
  { resolved, flexFields, layouts, dropdowns, settings, roleRules, calculations, moduleKeys }: DefinitionLookup,
  { removals, fieldKeys }: { readonly removals: ReadonlyMap<string, number>; readonly fieldKeys: ModuleInputs['fieldKeys'] },
): ModuleInputs {
  const fields = module.fields.map(({ definition }) => definition);
  // The columns of entries refer to other definitions like fields do.
  const columns = fields.flatMap(listNestedColumns);
  const digests = calculations.get(module.definition.name);
  const refs = [...fields, ...columns].flatMap(({ ref }) => ref ?? []);
  const keyName = moduleKeys.get(module.definition.name);
  const namesOthers = fields.some(namesModules) || columns.some((column) => namesModules(column) || column.ref !== undefined);
  return {
    resolved: module,
    removals: new Map(fields.flatMap(({ id }) => (removals.has(id) ? [[id, removals.get(id) ?? 0] as const] : []))),
    layouts: layouts.get(module.definition.name) ?? [],
    roleRules: roleRules.get(module.definition.name) ?? [],
    reverse: listReverseRelations(module, resolved),
    flexReverse: listFlexReverseRelations(module, flexFields),
    dropdowns: pickNamed(
      dropdowns,
      [...fields, ...columns].map(({ dropdown }) => dropdown),
    ),
    settings: pickNamed(
      settings,
      fields.map(({ defaultSetting }) => defaultSetting),
    ),
    moduleNames: new Set(refs.filter((name) => resolved.has(name))),
    ...(digests === undefined ? {} : { calculations: digests }),
    ...(fieldKeys === undefined ? {} : { fieldKeys }),
    ...(keyName === undefined ? {} : { keyName }),
    ...(namesOthers && moduleKeys.size > 0 ? { moduleKeys } : {}),
  };
}

/** The columns of an entry schema at all levels. */
function listNestedColumns({ entry }: Pick<ColumnDefinition, 'entry'>): readonly ColumnDefinition[] {
  return (entry?.columns ?? []).flatMap((column) => [column, ...listNestedColumns(column)]);
}

function pickNamed<Item>(all: ReadonlyMap<string, Item>, names: readonly (string | undefined)[]): Map<string, Item> {
  const picked = new Map<string, Item>();
  for (const name of names) {
    const item = name === undefined ? undefined : all.get(name);
    if (name !== undefined && item !== undefined) picked.set(name, item);
  }
  return picked;
}

function groupLayouts(set: DefinitionSet): Map<string, LayoutDefinition[]> {
  const groups = new Map<string, LayoutDefinition[]>();
  for (const layout of set.layout.values()) {
    const group = groups.get(layout.ssModule);
    if (group) group.push(layout);
    else groups.set(layout.ssModule, [layout]);
  }
  return groups;
}

function groupRoleRules(set: DefinitionSet): Map<string, JsonObject[]> {
  const groups = new Map<string, JsonObject[]>();
  for (const { module, filter } of [...set.role.values()].flatMap(listRowRules)) {
    const group = groups.get(module) ?? [];
    if (!group.some((one) => isDeepStrictEqual(one, filter))) groups.set(module, [...group, filter]);
  }
  return groups;
}
