import type { CompiledModule, LayoutDefinition, LayoutView, UserType } from '#engine/model';
import type { PluginDefinitions } from '../base/load-base.ts';
import type { DefinitionSet } from '../base/definition-set.ts';
import type { DefinitionConflict, DefinitionSnapshot } from '../contract.ts';
import { indexReferences } from '../references/index-references.ts';
import { createUpgrader, type ModuleHistory } from '../state/upgrade-document.ts';
import { compileModule, freezeDeep } from './compile-module.ts';
import { resolveModules } from './resolve-fields.ts';

/** The input for compiling a snapshot. */
export interface SnapshotInput {
  readonly set: DefinitionSet;
  readonly version: number;
  readonly plugins: readonly PluginDefinitions[];
  /** Changes of field names in earlier versions, by stable id of their module. */
  readonly histories: ReadonlyMap<string, ModuleHistory>;
  readonly conflicts: readonly DefinitionConflict[];
}

/** Compiles checked definitions to a snapshot. */
export function compileSnapshot({ set, version, plugins, histories, conflicts }: SnapshotInput): DefinitionSnapshot {
  for (const map of Object.values(set)) for (const definition of (map as ReadonlyMap<string, unknown>).values()) freezeDeep(definition);
  const resolved = resolveModules(set);
  const dropdowns = new Map([...set.dropdown.values()].map((dropdown) => [dropdown.name, dropdown]));
  const layouts = [...set.layout.values()];
  const settings = new Map([...set.setting.values()].map((setting) => [setting.key, setting]));
  const context = { dropdowns, settings, moduleNames: new Set(resolved.keys()), modules: resolved, layouts, version };
  const modules = new Map([...resolved].map(([name, module]) => [name, compileModule(module, context)]));
  const references = indexReferences(set, modules, plugins);
  return {
    version,
    modules,
    dropdowns,
    roles: set.role,
    settings,
    menus: [...set.menu.values()],
    layouts: [...modules.values()].flatMap((module) => module.layouts),
    module: (name) => modules.get(name),
    layout: (name, view, roles) => findLayout(modules.get(name), view, namesOfRoles(set, roles)),
    menu: (userType: UserType) => [...set.menu.values()].find((menu) => menu.userTypes.includes(userType)),
    references: (target) => references.get(target) ?? [],
    userVariables: [...modules.values()].flatMap((module) =>
      module.definition.userVariable === undefined ? [] : [{ module, ...module.definition.userVariable }],
    ),
    conflicts,
    upgradeDocument: createUpgrader(histories),
  };
}

/** Roles may be given by id, as in users, or by name, as in layouts. */
function namesOfRoles(set: DefinitionSet, roles: readonly string[]): readonly string[] {
  return roles.map((role) => set.role.get(role)?.name ?? role);
}

function findLayout(module: CompiledModule | undefined, view: LayoutView, roles: readonly string[]): LayoutDefinition | undefined {
  const ofView = module?.layouts.filter((layout) => layout.view === view) ?? [];
  return (
    ofView.find((layout) => layout.role !== undefined && roles.includes(layout.role)) ?? ofView.find((layout) => layout.role === undefined)
  );
}
