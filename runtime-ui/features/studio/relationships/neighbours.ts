import type { ModuleDefinition } from '#engine/model/definitions';
import type { ModuleView } from '#engine/model/wire';

/** A module that another one is related to. */
export interface Neighbour {
  /** Name of the other module. */
  readonly module: string;
  readonly label: string;
  /** The names of the relations between both. */
  readonly relations: readonly string[];
  /** Whether one of them is part of the draft's definition, or of what is published only. */
  readonly isSelf: boolean;
}

/** The neighbours of a module: by its relationships and relates, and by those of other modules that are published. */
export function listNeighbours(
  module: ModuleDefinition,
  view: ModuleView | undefined,
  labelOf: (name: string) => string,
): readonly Neighbour[] {
  const found = new Map<string, string[]>();
  const add = (other: string, relation: string) => {
    const names = found.get(other) ?? [];
    if (!names.includes(relation)) found.set(other, [...names, relation]);
  };
  for (const { related_module: related, label } of module.relationships ?? []) add(related.name, label);
  for (const { ref, label } of module.fields) for (const other of [ref ?? []].flat()) add(other, label);
  for (const { modules, label, direction } of view?.relations ?? [])
    if (direction === 'reverse' && modules.length <= 3) for (const other of modules) add(other, label);
  return [...found]
    .map(([name, relations]) => ({ module: name, label: labelOf(name), relations, isSelf: name === module.name }))
    .sort((one, other) => one.label.localeCompare(other.label, 'en'));
}
