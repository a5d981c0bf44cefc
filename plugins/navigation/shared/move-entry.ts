/** A group with ids of its items, in their order. */
export interface OrderedGroup {
  readonly id: string;
  readonly items: readonly string[];
}

/** The groups after an item was moved to a position of a group; the position counts the items without the moved one. */
export function moveEntry<Group extends OrderedGroup>(groups: readonly Group[], item: string, to: string, at: number): readonly Group[] {
  return groups.map((group) => {
    const items = group.items.filter((one) => one !== item);
    return group.id === to ? { ...group, items: [...items.slice(0, at), item, ...items.slice(at)] } : { ...group, items };
  });
}
