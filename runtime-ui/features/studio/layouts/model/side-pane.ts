import type { LayoutDefinition } from '#engine/model/definitions';
import { changeLayout } from './layout-edit.ts';
import { placeName, removeName } from './name-list.ts';

/** What a layout arranges beside a record: related lists, and panels. */
export type SideKind = 'list' | 'panel';

/** The names of everything that can be beside a record, in its own order. */
export type SideNames = { readonly [kind in SideKind]: readonly string[] };

export const NO_SIDE: SideNames = { list: [], panel: [] };

/** The panel that contains the related lists. */
export const RELATED_PANEL = 'related';

const PROPERTIES = { list: 'relatedLists', panel: 'panels' } as const;

export function isSideKind(kind: string): kind is SideKind {
  return kind === 'list' || kind === 'panel';
}

/** The names that the layout shows, in its order; without a list of its own all of them. */
export function listShown(layout: LayoutDefinition, kind: SideKind, all: SideNames): readonly string[] {
  return layout[PROPERTIES[kind]] ?? all[kind];
}

/** The names that the layout does not show. */
export function listHidden(layout: LayoutDefinition, kind: SideKind, all: SideNames): readonly string[] {
  const shown = listShown(layout, kind, all);
  return all[kind].filter((name) => !shown.includes(name));
}

/** Shows a name in front of another one, or as the last one. The same layout is returned if nothing changes. */
export function placeSide(
  layout: LayoutDefinition,
  kind: SideKind,
  name: string,
  before: string | undefined,
  all: SideNames,
): LayoutDefinition {
  if (name === before) return layout;
  const shown = listShown(layout, kind, all);
  const index = shown.filter((one) => one !== name).indexOf(before ?? '');
  return withNames(layout, kind, placeName(shown, all[kind], name, index === -1 ? Infinity : index), all);
}

/** Moves a name one place on or back. */
export function stepSide(layout: LayoutDefinition, kind: SideKind, name: string, by: 1 | -1, all: SideNames): LayoutDefinition {
  const shown = listShown(layout, kind, all);
  const index = shown.indexOf(name);
  return index === -1 ? layout : withNames(layout, kind, placeName(shown, all[kind], name, index + by), all);
}

/** Hides a name. */
export function removeSide(layout: LayoutDefinition, kind: SideKind, name: string, all: SideNames): LayoutDefinition {
  return withNames(layout, kind, removeName(layout[PROPERTIES[kind]], all[kind], name), all);
}

function withNames(layout: LayoutDefinition, kind: SideKind, names: readonly string[], all: SideNames): LayoutDefinition {
  const before = listShown(layout, kind, all);
  const isSame = names.length === before.length && names.every((name, index) => name === before[index]);
  return isSame ? layout : changeLayout(layout, { [PROPERTIES[kind]]: [...names] });
}
