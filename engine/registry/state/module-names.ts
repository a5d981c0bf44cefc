import type { ModuleKeys } from '#engine/model/field-types';
import type { DefinitionSet } from '../base/definition-set.ts';
import type { ModuleNameDirectory } from '../contract.ts';

/** A module that was renamed, or that has the former name of another one. */
export interface ModuleNameHistory {
  /** Stable id of the module. */
  readonly id: string;
  /** Its current name; of a module that is gone and whose name another one has now, one that no module can have. */
  readonly name: string;
  /** The name that keys and stored documents have for it. It never changes, and no other module has it. */
  readonly key: string;
  /** Oldest first. */
  readonly renames: readonly ModuleRename[];
}

/** A rename, and the version of the definitions that made it. */
export interface ModuleRename {
  readonly version: number;
  readonly from: string;
  readonly to: string;
}

/** The names after a change of the definitions, made by this version. Returns the same list if no module is renamed. */
export function noteRenames(
  histories: readonly ModuleNameHistory[],
  change: { readonly before: Pick<DefinitionSet, 'module'>; readonly after: Pick<DefinitionSet, 'module'>; readonly version: number },
): readonly ModuleNameHistory[] {
  return updateModuleNames(histories, listModuleNames(change.before), listModuleNames(change.after), change.version);
}

/** The names of all modules by their stable ids. */
export function listModuleNames({ module }: Pick<DefinitionSet, 'module'>): ReadonlyMap<string, string> {
  return new Map([...module.values()].flatMap(({ id, name, deleted }) => (deleted === true ? [] : [[id, name] as const])));
}

/** Before a name that no module can have. */
const NO_NAME = '~';

/**
 * The names after a change of the definitions: `before` and `after` are the names of all modules by their stable ids. Returns the same list
 * if nothing changes.
 */
export function updateModuleNames(
  histories: readonly ModuleNameHistory[],
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
  version: number,
): readonly ModuleNameHistory[] {
  const next = new Map(histories.map((history) => [history.id, history]));
  const rename = (id: string, from: string, to: string): void => {
    const { key = from, renames = [] } = next.get(id) ?? {};
    next.set(id, { id, name: to, key, renames: [...renames, { version, from, to }] });
  };
  for (const [id, name] of after) {
    const was = next.get(id)?.name ?? before.get(id);
    if (was !== undefined && was !== name) rename(id, was, name);
  }
  const names = new Set(after.values());
  // What refers to the module that is gone must not lead to the one that has its name now.
  for (const { id, name } of histories) if (!after.has(id) && names.has(name)) rename(id, name, NO_NAME + id);
  const keys = new Set([...next.values()].map(({ key }) => key));
  for (const [id, name] of after)
    if (!next.has(id) && !before.has(id) && keys.has(name)) next.set(id, { id, name, key: `${name}${NO_NAME}${id}`, renames: [] });
  const isSame = next.size === histories.length && histories.every((history) => next.get(history.id) === history);
  return isSame ? histories : [...next.values()];
}

/** The names that keys have for modules, by their current names, where they differ. */
export function listModuleKeys(histories: readonly ModuleNameHistory[], isName: (name: string) => boolean): ModuleKeys {
  const keys = new Map<string, string>();
  for (const { key } of histories) if (!isName(key)) keys.set(key, NO_NAME + key);
  for (const { name, key } of histories) if (name !== key) keys.set(name, key);
  return keys;
}

/** Finds modules by the names that they had. */
export function createModuleNames(histories: readonly ModuleNameHistory[]): ModuleNameDirectory {
  const byKey = new Map(histories.map(({ key, name }) => [key, name]));
  const byName = new Map(histories.map(({ key, name }) => [name, key]));
  const renames = histories.flatMap((history) => history.renames);
  const versions = [...new Set(renames.map(({ version }) => version))].sort((a, b) => a - b);
  // All renames of one version are applied at once, so that two modules may swap their names.
  const steps = versions.map((version) => ({
    version,
    names: new Map(renames.filter((rename) => rename.version === version).map(({ from, to }) => [from, to])),
  }));
  return {
    lastRename: versions.at(-1) ?? 0,
    current: (name, since) =>
      steps.reduce((current, { version, names }) => (version > since ? (names.get(current) ?? current) : current), name),
    ofKey: (key) => byKey.get(key) ?? key,
    keyOf: (name) => byName.get(name) ?? name,
    renamed: [...byKey].filter(([key, name]) => key !== name).map(([key, name]) => ({ key, name })),
  };
}
