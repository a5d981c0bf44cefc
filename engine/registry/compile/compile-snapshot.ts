import { chooseLayout, type UserType } from '#engine/model/definitions';
import { createAliasDirectory } from '../aliases/alias-directory.ts';
import type { PluginDefinitions } from '../base/load-base.ts';
import { eachDefinition, type DefinitionSet } from '../base/definition-set.ts';
import type { ChangeSet, DefinitionConflict, DefinitionSnapshot, ModuleTimes } from '../contract.ts';
import type { WorkflowProblem } from '../problem.ts';
import { indexReferences } from '../references/index-references.ts';
import { listFieldKeys, type StoredValues } from '../state/field-conversions.ts';
import { countRemovals, listInactive, listNames, listStoredChanges, traceField, type ModuleHistory } from '../state/field-history.ts';
import { createModuleNames, type ModuleNameHistory } from '../state/module-names.ts';
import { createInactiveReader, createUpgrader } from '../state/upgrade-document.ts';
import { yieldToEventLoop } from '../yield-to-event-loop.ts';
import { freezeDeep } from './compile-module.ts';
import { compileModules } from './compile-modules.ts';
import { listWorkflows } from './list-workflows.ts';
import { resolveModules } from './resolve-fields.ts';

/** The input for compiling a snapshot. */
export interface SnapshotInput {
  readonly set: DefinitionSet;
  readonly version: number;
  readonly plugins: readonly PluginDefinitions[];
  /** Changes of fields in earlier versions, and conversions that have begun. */
  readonly stored: StoredValues;
  readonly conflicts: readonly DefinitionConflict[];
  /** The customizations, oldest first. */
  readonly changeSets: readonly ChangeSet[];
  readonly workflowProblems: readonly WorkflowProblem[];
}

/** Compiles checked definitions to a snapshot, in slices; modules that are unchanged since `before` are the same objects. */
export async function compileSnapshot(
  { set, version, plugins, stored, conflicts, changeSets, workflowProblems }: SnapshotInput,
  before?: DefinitionSnapshot,
): Promise<DefinitionSnapshot> {
  for (const { definition } of eachDefinition(set)) {
    freezeDeep(definition);
    await yieldToEventLoop();
  }
  const { histories, moduleNames = [] } = stored;
  const removals = new Map([...histories].map(([id, history]) => [id, countRemovals(history)]));
  const modules = await compileModules(
    { set, resolved: resolveModules(set), version, removals, fieldKeys: listFieldKeys(stored), moduleNames },
    before?.modules,
  );
  const references = await indexReferences(set, modules, plugins);
  const times = listModuleTimes(changeSets);
  return {
    version,
    modules,
    dropdowns: new Map([...set.dropdown.values()].map((dropdown) => [dropdown.name, dropdown])),
    roles: set.role,
    settings: new Map([...set.setting.values()].map((setting) => [setting.key, setting])),
    menus: [...set.menu.values()],
    workflows: listWorkflows(set, changeSets, workflowProblems),
    permissions: listPermissions(plugins),
    layouts: [...modules.values()].flatMap((module) => module.layouts),
    module: (name) => modules.get(name),
    inactiveModules: new Map([...set.module].filter(([, { active, deleted }]) => active === false && deleted !== true)),
    layout: (name, view, roles, app = 'main') => {
      const layouts = modules.get(name)?.layouts.filter((layout) => layout.view === view);
      return chooseLayout(layouts ?? [], namesOfRoles(set, roles), app);
    },
    menu: (userType: UserType) => [...set.menu.values()].find((menu) => menu.area === undefined && menu.userTypes.includes(userType)),
    references: (target) => references.get(target) ?? [],
    userVariables: [...modules.values()].flatMap((module) =>
      module.definition.userVariable === undefined ? [] : [{ module, ...module.definition.userVariable }],
    ),
    conflicts,
    aliases: createAliasDirectory(changeSets, modules),
    moduleTimes: (id) => times.get(id) ?? { createdAt: null, updatedAt: null },
    ...readHistories(histories, moduleNames),
  };
}

/** The functions of a snapshot that depend on the histories of fields and modules. */
function readHistories(
  histories: ReadonlyMap<string, ModuleHistory>,
  moduleNames: readonly ModuleNameHistory[],
): Pick<
  DefinitionSnapshot,
  'moduleNames' | 'upgradeDocument' | 'inactiveValues' | 'inactiveFields' | 'traceField' | 'listFieldNames' | 'storedFieldChanges'
> {
  const names = createModuleNames(moduleNames);
  const changes = new Map([...histories].map(([id, history]) => [id, listStoredChanges(history)]));
  return {
    moduleNames: names,
    upgradeDocument: createUpgrader(histories, names),
    inactiveValues: createInactiveReader(histories, names),
    inactiveFields: (id) => listInactive(histories.get(id) ?? []),
    traceField: (id, name, version) => traceField(histories.get(id) ?? [], name, version),
    listFieldNames: (id, name) => listNames(histories.get(id) ?? [], name),
    storedFieldChanges: (id) => changes.get(id),
  };
}

/** When the published customizations created and last changed each module, by its id. */
function listModuleTimes(changeSets: readonly ChangeSet[]): ReadonlyMap<string, ModuleTimes> {
  const times = new Map<string, ModuleTimes>();
  for (const { state, at, changes } of changeSets) {
    if (state !== 'published') continue;
    for (const { kind, id, before } of changes)
      if (kind === 'module') times.set(id, { createdAt: before === null ? at : (times.get(id)?.createdAt ?? null), updatedAt: at });
  }
  return times;
}

/** The permissions of all plugins, by name. */
function listPermissions(plugins: readonly PluginDefinitions[]): DefinitionSnapshot['permissions'] {
  return new Map(
    plugins.flatMap(({ plugin, permissions = [] }) =>
      permissions.map((permission) => [permission.name, { ...permission, plugin }] as const),
    ),
  );
}

/** The same snapshot with other histories. */
export function replaceHistories(
  snapshot: DefinitionSnapshot,
  histories: ReadonlyMap<string, ModuleHistory>,
  moduleNames: readonly ModuleNameHistory[],
): DefinitionSnapshot {
  return { ...snapshot, ...readHistories(histories, moduleNames) };
}

/** Roles may be given by id, as in users, or by name, as in layouts. */
function namesOfRoles(set: DefinitionSet, roles: readonly string[]): readonly string[] {
  return roles.map((role) => set.role.get(role)?.name ?? role);
}
