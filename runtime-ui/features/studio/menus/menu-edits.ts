import type { MenuDefinition } from '#engine/model/definitions';
import { randomKey } from '../../../client/index.ts';

export type MenuGroup = MenuDefinition['groups'][number];
export type MenuItem = MenuGroup['items'][number];

/** A module that can have an entry. */
export interface MenuModule {
  readonly name: string;
  readonly label: string;
  readonly icon: string;
}

/** Id of a module among what is dragged; entries have ids of their own. */
const MODULE = 'module ';

export function idOfModule(name: string): string {
  return `${MODULE}${name}`;
}

/** Name of the module with an id; undefined: it is the id of an entry. */
export function moduleOfId(id: string): string | undefined {
  return id.startsWith(MODULE) ? id.slice(MODULE.length) : undefined;
}

/** The modules without an entry in any group. */
export function listUnplaced(groups: readonly MenuGroup[], modules: readonly MenuModule[]): readonly MenuModule[] {
  const placed = new Set(groups.flatMap(({ items }) => items.flatMap(({ module }) => module ?? [])));
  return modules.filter(({ name }) => !placed.has(name));
}

/** The groups with an entry for a module at a position of a group. */
export function addModule(groups: readonly MenuGroup[], { name, label, icon }: MenuModule, to: string, at: number): readonly MenuGroup[] {
  return insertItem(groups, { id: `item_${randomKey()}`, label, icon, module: name }, to, at);
}

/** The groups with an entry at another position, which counts the entries without it. */
export function moveItem(groups: readonly MenuGroup[], id: string, to: string, at: number): readonly MenuGroup[] {
  const item = groups.flatMap(({ items }) => items).find((one) => one.id === id);
  return item === undefined ? groups : insertItem(removeItem(groups, id), item, to, at);
}

export function removeItem(groups: readonly MenuGroup[], id: string): readonly MenuGroup[] {
  return groups.map((group) => ({ ...group, items: group.items.filter((item) => item.id !== id) }));
}

export function renameItem(groups: readonly MenuGroup[], id: string, label: string): readonly MenuGroup[] {
  return groups.map((group) => ({ ...group, items: group.items.map((item) => (item.id === id ? { ...item, label } : item)) }));
}

/** A group without a label has no heading. */
export function renameGroup(groups: readonly MenuGroup[], id: string, label: string): readonly MenuGroup[] {
  return groups.map((group) => {
    const { label: _label, ...rest } = group;
    return group.id !== id ? group : label === '' ? rest : { ...rest, label };
  });
}

export function addGroup(groups: readonly MenuGroup[]): readonly MenuGroup[] {
  return [...groups, { id: `group_${randomKey()}`, items: [] }];
}

function insertItem(groups: readonly MenuGroup[], item: MenuItem, to: string, at: number): readonly MenuGroup[] {
  const insert = (items: readonly MenuItem[]) => [...items.slice(0, at), item, ...items.slice(at)];
  return groups.map((group) => (group.id === to ? { ...group, items: insert(group.items) } : group));
}
