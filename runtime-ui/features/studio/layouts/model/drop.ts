import type { LayoutDefinition } from '#engine/model/definitions';
import { findPlace, moveSectionBefore, moveSection, placeBefore, placeLast, removeField, stepField, stepSection } from './layout-edit.ts';

/** What can be dragged, and where it can be dropped. */
export type FrameKind = 'field' | 'section' | 'palette' | 'end';

/** The name of an element of the editor: `field:status`, `section:main`, `palette:status`, `end:main` (the end of a section). */
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
  return kind === 'field' ? findPlace(layout, name)?.section : kind === 'palette' ? undefined : name;
}

/**
 * The layout after something was dropped: on a field it is placed in front of it, on the end of a section behind its fields, on the palette
 * a field is taken away. A section goes in front of the section that it is dropped on, and behind the last one from its end.
 */
export function applyDrop(layout: LayoutDefinition, dragged: string, target: string): LayoutDefinition {
  const { kind, name } = readKey(dragged);
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
export function applyStep(layout: LayoutDefinition, grabbed: string, by: 1 | -1): LayoutDefinition {
  const { kind, name } = readKey(grabbed);
  return kind === 'section' ? stepSection(layout, name, by) : stepField(layout, name, by);
}

/** Where an element is, for people: its number and that of its neighbours, and the label of its section. */
export function describePlace(
  layout: LayoutDefinition,
  key: string,
): { readonly position: number; readonly count: number; readonly section: string } | undefined {
  const { kind, name } = readKey(key);
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
