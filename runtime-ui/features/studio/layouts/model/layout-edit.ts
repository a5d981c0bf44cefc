import type { LayoutDefinition, LayoutField, LayoutSection } from '#engine/model/definitions';

/** A position among the fields of a section; `index` counts without the field that is moved there. */
export interface FieldPlace {
  readonly section: string;
  readonly index: number;
}

/** Properties to set; undefined removes one. */
export type Changes<Thing> = { readonly [Name in keyof Thing]?: Thing[Name] | undefined };

/** Where a field is; undefined: the layout does not contain it. */
export function findPlace(layout: LayoutDefinition, fieldName: string): FieldPlace | undefined {
  for (const { id, fields } of layout.sections) {
    const index = fields.findIndex((field) => field.fieldName === fieldName);
    if (index !== -1) return { section: id, index };
  }
  return undefined;
}

/** A field of the layout with its properties. */
export function findPlaced(layout: LayoutDefinition, fieldName: string): LayoutField | undefined {
  return layout.sections.flatMap(({ fields }) => fields).find((field) => field.fieldName === fieldName);
}

/**
 * Puts a field at a place: it is moved with its properties, or added. The same layout is returned if nothing changes or there is no such
 * section; an index beyond the end is the end.
 */
export function placeField(layout: LayoutDefinition, fieldName: string, place: FieldPlace): LayoutDefinition {
  const before = findPlace(layout, fieldName);
  const target = layout.sections.find(({ id }) => id === place.section);
  if (target === undefined) return layout;
  const field = findPlaced(layout, fieldName) ?? { fieldName };
  const rest = target.fields.filter((one) => one.fieldName !== fieldName);
  const index = Math.max(0, Math.min(place.index, rest.length));
  if (before?.section === place.section && before.index === index) return layout;
  return withSections(layout, (section) =>
    section.id === place.section
      ? { ...section, fields: rest.toSpliced(index, 0, field) }
      : { ...section, fields: section.fields.filter((one) => one.fieldName !== fieldName) },
  );
}

/** Puts a field in front of another one, which may be in another section. */
export function placeBefore(layout: LayoutDefinition, fieldName: string, other: string): LayoutDefinition {
  const target = findPlace(layout, other);
  if (target === undefined || fieldName === other) return layout;
  const own = findPlace(layout, fieldName);
  const isAfterIt = own?.section === target.section && own.index < target.index;
  return placeField(layout, fieldName, { section: target.section, index: target.index - (isAfterIt ? 1 : 0) });
}

/** Puts a field at the end of a section. */
export function placeLast(layout: LayoutDefinition, fieldName: string, section: string): LayoutDefinition {
  return placeField(layout, fieldName, { section, index: Infinity });
}

/** Moves a field one place on or back; at the end of its section into the next one. At the ends of the layout it stays. */
export function stepField(layout: LayoutDefinition, fieldName: string, by: 1 | -1): LayoutDefinition {
  const place = findPlace(layout, fieldName);
  if (place === undefined) return layout;
  const at = layout.sections.findIndex(({ id }) => id === place.section);
  const index = place.index + by;
  if (index >= 0 && index < (layout.sections[at]?.fields.length ?? 0)) return placeField(layout, fieldName, { ...place, index });
  const next = layout.sections[at + by];
  return next === undefined ? layout : placeField(layout, fieldName, { section: next.id, index: by === 1 ? 0 : Infinity });
}

export function removeField(layout: LayoutDefinition, fieldName: string): LayoutDefinition {
  if (findPlace(layout, fieldName) === undefined) return layout;
  return withSections(layout, (section) => ({ ...section, fields: section.fields.filter((field) => field.fieldName !== fieldName) }));
}

export function changeField(
  layout: LayoutDefinition,
  fieldName: string,
  changes: Changes<Omit<LayoutField, 'fieldName'>>,
): LayoutDefinition {
  return withSections(layout, (section) => ({
    ...section,
    fields: section.fields.map((field) => (field.fieldName === fieldName ? withChanges(field, changes) : field)),
  }));
}

/** Adds an empty section after the others; its id is not used by another one. */
export function addSection(layout: LayoutDefinition, label: string): LayoutDefinition {
  const used = new Set(layout.sections.map(({ id }) => id));
  let number = layout.sections.length + 1;
  while (used.has(`section_${number}`)) number += 1;
  return { ...layout, sections: [...layout.sections, { id: `section_${number}`, label, fields: [] }] };
}

/** A layout has at least one section: the last one stays. The fields of a removed section are no longer placed. */
export function removeSection(layout: LayoutDefinition, id: string): LayoutDefinition {
  const sections = layout.sections.filter((section) => section.id !== id);
  return sections.length === 0 || sections.length === layout.sections.length ? layout : { ...layout, sections };
}

/** Moves a section (or tab) to an index among the others. */
export function moveSection(layout: LayoutDefinition, id: string, index: number): LayoutDefinition {
  const from = layout.sections.findIndex((section) => section.id === id);
  const section = layout.sections[from];
  const to = Math.max(0, Math.min(index, layout.sections.length - 1));
  if (section === undefined || from === to) return layout;
  return { ...layout, sections: layout.sections.toSpliced(from, 1).toSpliced(to, 0, section) };
}

/** Moves a section in front of another one. */
export function moveSectionBefore(layout: LayoutDefinition, id: string, other: string): LayoutDefinition {
  const from = layout.sections.findIndex((section) => section.id === id);
  const to = layout.sections.findIndex((section) => section.id === other);
  return to === -1 || from === -1 ? layout : moveSection(layout, id, from < to ? to - 1 : to);
}

/** Moves a section one place on or back. */
export function stepSection(layout: LayoutDefinition, id: string, by: 1 | -1): LayoutDefinition {
  return moveSection(layout, id, layout.sections.findIndex((section) => section.id === id) + by);
}

export function changeSection(
  layout: LayoutDefinition,
  id: string,
  changes: Changes<Omit<LayoutSection, 'id' | 'fields'>>,
): LayoutDefinition {
  return withSections(layout, (section) => (section.id === id ? withChanges(section, changes) : section));
}

type LayoutProperties = Omit<LayoutDefinition, 'id' | 'ssModule' | 'view' | 'sections'>;

export function changeLayout(layout: LayoutDefinition, changes: Changes<LayoutProperties>): LayoutDefinition {
  return withChanges(layout, changes);
}

function withSections(layout: LayoutDefinition, change: (section: LayoutSection) => LayoutSection): LayoutDefinition {
  return { ...layout, sections: layout.sections.map(change) };
}

function withChanges<Thing extends object>(thing: Thing, changes: object): Thing {
  const changed = Object.entries({ ...thing, ...changes }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(changed) as Thing;
}
