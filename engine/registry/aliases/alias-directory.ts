import type { CompiledModule } from '#engine/model/compiled';
import { RESERVED_PATHS } from '#engine/model/definitions';
import type { AliasDirectory, ChangeSet, NameAlias } from '../contract.ts';
import { listRenames, type Rename } from './list-renames.ts';

/** The aliases that the customizations have left, for these modules. A name that something else has now is no alias. */
export function createAliasDirectory(changeSets: readonly ChangeSet[], modules: ReadonlyMap<string, CompiledModule>): AliasDirectory {
  const targets = createTargetFinder(modules);
  const all = listRenames(changeSets).flatMap((rename): readonly NameAlias[] => {
    const target = targets(rename);
    return target === undefined || target.name === rename.alias ? [] : toAliases(rename, target, modules);
  });
  const ofModules = all.filter(({ kind }) => kind === 'module');
  const names = new Map(ofModules.map((alias) => [alias.alias, alias]));
  const paths = new Map(ofModules.flatMap((alias) => (alias.path === undefined ? [] : [[alias.path, alias] as const])));
  const parts = new Map(all.filter(({ kind }) => kind !== 'module').map((alias) => [`${alias.module}.${alias.alias}`, alias]));
  return {
    all,
    module: (name) => names.get(name),
    path: (path) => paths.get(path),
    part: (module, name) => parts.get(`${module}.${name}`),
  };
}

/** What a renamed thing is now. */
export interface RenamedTarget {
  /** The module that is renamed, or that has the field or relation. */
  readonly module: CompiledModule;
  readonly name: string;
  readonly label: string;
}

/** Finds what has the stable id of a rename among these modules; undefined: nothing that the API names. */
export function createTargetFinder(modules: ReadonlyMap<string, CompiledModule>): (rename: Rename) => RenamedTarget | undefined {
  const byId = new Map([...modules.values()].map((module) => [module.id, module]));
  return ({ kind, moduleId, targetId }) => {
    const own = byId.get(moduleId);
    if (own === undefined) return undefined;
    if (kind === 'module') return { module: own, name: own.name, label: own.label };
    const relationship = own.definition.relationships?.find(({ id }) => id === targetId);
    const relation = relationship && own.relations.get(relationship.reverseName ?? relationship.name);
    if (kind === 'relation') return relation && { module: own, name: relation.name, label: relation.label };
    const module = relationship === undefined ? own : modules.get(relationship.related_module.name);
    const field = module && [...module.fields.values()].find(({ definition }) => definition.id === targetId);
    return module && field && field.definition.internal !== true ? { module, name: field.name, label: field.label } : undefined;
  };
}

function toAliases(
  { id, kind, alias, path, changeSet }: Rename,
  { module, name, label }: RenamedTarget,
  modules: ReadonlyMap<string, CompiledModule>,
): readonly NameAlias[] {
  if (kind === 'module') {
    const others = [...modules.values()];
    if (others.some((other) => other.name.toLowerCase() === alias.toLowerCase() && other !== module)) return [];
    const isFree = path !== undefined && !RESERVED_PATHS.has(path) && others.every((other) => other.path !== path);
    return [{ id, kind, module: module.name, alias, name, label, path: isFree ? path : undefined, changeSet }];
  }
  if (module.fields.has(alias) || module.relations.has(alias)) return [];
  return [{ id, kind, module: module.name, alias, name, label, path: undefined, changeSet }];
}
