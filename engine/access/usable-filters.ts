import type { CompiledModule, ModuleCatalog } from '#engine/model/compiled';
import type { ListViewDefinition } from '#engine/model/definitions';
import { visitFilterFields } from '#engine/model/filter';
import type { JsonObject } from '#engine/model/values';
import type { Rights } from './rights.ts';

/** Whether the user may filter and sort by fields of a module, and by all fields of filters on it. Records have their ids for everyone. */
export function canUseFields(
  rights: Rights,
  module: CompiledModule,
  catalog: ModuleCatalog,
  { names = [], filters = [] }: { readonly names?: readonly string[]; readonly filters?: readonly object[] },
): boolean {
  const used = names.map((name) => [module, name] as const);
  for (const filter of filters) visitFilterFields(filter as JsonObject, module, catalog, (owner, name) => used.push([owner, name]));
  return used.every(([owner, name]) => name === '_id' || rights.canFilter(owner, name.split('.')[0] ?? name));
}

/** The views of a module's definition whose fields the user may all filter and sort by. */
export function usableListViews(rights: Rights, module: CompiledModule, catalog: ModuleCatalog): readonly ListViewDefinition[] {
  return (module.definition.listViews ?? []).filter(({ filter, sort }) =>
    canUseFields(rights, module, catalog, { names: sort === undefined ? [] : [sort.sortField], filters: [filter] }),
  );
}
