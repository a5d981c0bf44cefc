import type { LayoutDefinition } from '#engine/model/definitions';
import { findPlace, moveSectionBefore, moveSection, placeBefore, placeLast, removeField, stepField, stepSection } from './layout-edit.ts';
import { isSideKind, listShown, NO_SIDE, placeSide, removeSide, stepSide, type SideKind, type SideNames } from './side-pane.ts';

/** What can be dragged, and where it can be dropped. */
export type FrameKind = 'field' | 'section' | 'palette' | 'end' | SideKind | `${SideKind}End`;

/**
 * The name of an element of the editor: `field:status`, `section:main`, `palette:status`, `end:main` (the end of a section); `list:visits`
 * and `panel:history` on the canvas and in the palette; `listEnd:`, `panelEnd:`.
 */
export type FrameKey = `${FrameKind}:${string}`;

/** The name of the palette as a place to drop fields on. */
export const PALETTE: FrameKey = 'palette:';

export function readKey(key: string): { readonly kind: FrameKind; readonly name: string } {
  const at = key.indexOf(':');
  return { kind: key.slice(0, at) as FrameKind, name: key.slice(at + 1) };
}

/** The section of a field, or the one that is named itself. */
function sectionAt(layout: LayoutDefinition, target: string): string | undefined {
  const { kind, name } = readKey(target);
  if (kind === 'field') return findPlace(layout, name)?.section;
  return kind === 'section' || kind === 'end' ? name : undefined;
}

/** A related list goes among related lists, a panel among panels; from anywhere into the palette. */
function dropSide(layout: LayoutDefinition, kind: SideKind, name: string, target: string, all: SideNames): LayoutDefinition {
  const place = readKey(target);
  if (place.kind === 'palette') return removeSide(layout, kind, name, all);
  if (place.kind === kind) return placeSide(layout, kind, name, place.name, all);
  return place.kind === `${kind}End` ? placeSide(layout, kind, name, undefined, all) : layout;
}

/**
 * The layout after something was dropped: on a field it is placed in front of it, on the end of a section behind its fields, on the palette
 * a field is taken away. A section goes in front of the section that it is dropped on, and behind the last one from its end.
 */
export function applyDrop(layout: LayoutDefinition, dragged: string, target: string, all = NO_SIDE): LayoutDefinition {
  const { kind, name } = readKey(dragged);
  if (isSideKind(kind)) return dropSide(layout, kind, name, target, all);
  const place = readKey(target);
  const section = sectionAt(layout, target);
  if (kind === 'section') {
    if (section === undefined) return layout;
    const isLast = layout.sections.at(-1)?.id === section;
    return place.kind === 'end' && isLast ? moveSection(layout, name, Infinity) : moveSectionBefore(layout, name, section);
  }
  if (place.kind === 'palette') return kind === 'field' ? removeField(layout, name) : layout;
  if (place.kind === 'field') return placeBefore(layout, name, place.name);
  return section === undefined ? layout : placeLast(layout, name, section);
}

/** The layout after a grabbed element was moved one place by the keyboard. */
export function applyStep(layout: LayoutDefinition, grabbed: string, by: 1 | -1, all = NO_SIDE): LayoutDefinition {
  const { kind, name } = readKey(grabbed);
  if (isSideKind(kind)) return stepSide(layout, kind, name, by, all);
  return kind === 'section' ? stepSection(layout, name, by) : stepField(layout, name, by);
}

/** Where an element is, for people: its number and that of its neighbours, and the label of its section. */
export function describePlace(
  layout: LayoutDefinition,
  key: string,
  all = NO_SIDE,
): { readonly position: number; readonly count: number; readonly section: string } | undefined {
  const { kind, name } = readKey(key);
  if (isSideKind(kind)) {
    const shown = listShown(layout, kind, all);
    const index = shown.indexOf(name);
    return index === -1 ? undefined : { position: index + 1, count: shown.length, section: '' };
  }
  if (kind === 'section') {
    const index = layout.sections.findIndex(({ id }) => id === name);
    return index === -1 ? undefined : { position: index + 1, count: layout.sections.length, section: '' };
  }
  const place = findPlace(layout, name);
  const section = layout.sections.find(({ id }) => id === place?.section);
  return place === undefined || section === undefined
    ? undefined
    : { position: place.index + 1, count: section.fields.length, section: section.label };
}
