import type { CompiledModule } from '#engine/model/compiled';
import type { ListViewDefinition } from '#engine/model/definitions';
import type { Rights } from './rights.ts';

/** The views of a module's definition whose fields the user may all filter and sort by. */
export function usableListViews(module: CompiledModule, rights: Rights): readonly ListViewDefinition[] {
  return (module.definition.listViews ?? []).filter(({ filter, sort }) =>
    [...listFilterFields(filter), ...(sort === undefined ? [] : [sort.sortField])].every((name) =>
      rights.canFilter(module, name.split('.')[0] ?? name),
    ),
  );
}

/** Names of the fields in a filter. Views do not search in related records. */
function listFilterFields(filter: unknown): readonly string[] {
  if (typeof filter !== 'object' || filter === null) return [];
  return Object.entries(filter).flatMap(([name, operand]) => {
    if (name === 'and' || name === 'or') return (operand as readonly unknown[]).flatMap(listFilterFields);
    return name === 'not' ? listFilterFields(operand) : name === '_id' ? [] : [name];
  });
}
