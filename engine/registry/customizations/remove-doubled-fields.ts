import type { LayoutDefinition } from '#engine/model/definitions';
import { nameArtifact, type DefinitionSetDraft } from '../base/definition-set.ts';
import type { ChangeSet, DefinitionConflict } from '../contract.ts';
import { escapePart, readProperty } from './property-paths.ts';

/**
 * A field that base and customization moved to different sections of a layout is only where the customization has it; one that the
 * customization has twice is an error of its author. Returns the conflicts.
 */
export function removeDoubledFields(set: DefinitionSetDraft, changeSets: readonly ChangeSet[]): readonly DefinitionConflict[] {
  const conflicts: DefinitionConflict[] = [];
  for (const [id, { changeSet, before, after }] of listLastChanges(changeSets)) {
    const layout = set.layout.get(id);
    if (layout === undefined) continue;
    const { sections, removed } = removeDuplicates(layout, after);
    if (removed.length === 0) continue;
    set.layout.set(id, { ...layout, sections });
    const artifact = nameArtifact('layout', layout);
    for (const { path, field } of removed)
      conflicts.push({
        kind: 'layout',
        id,
        artifact,
        path,
        changeSet,
        before: readProperty(before ?? undefined, path),
        base: field,
        customized: undefined,
      });
  }
  return conflicts;
}

interface LastChange {
  readonly changeSet: string;
  readonly before: LayoutDefinition | null;
  readonly after: LayoutDefinition | null;
}

function listLastChanges(changeSets: readonly ChangeSet[]): ReadonlyMap<string, LastChange> {
  return new Map(
    changeSets.flatMap(({ _id, changes }) =>
      changes.flatMap(({ kind, id, before, after }) =>
        kind === 'layout'
          ? [[id, { changeSet: _id, before: before as LayoutDefinition | null, after: after as LayoutDefinition | null }] as const]
          : [],
      ),
    ),
  );
}

type Sections = LayoutDefinition['sections'];

/** Keeps each field in the section in which `own` has it, else where it comes first. */
function removeDuplicates(
  { sections }: LayoutDefinition,
  own: LayoutDefinition | null,
): { readonly sections: Sections; readonly removed: readonly { readonly path: string; readonly field: unknown }[] } {
  const places = new Map<string, string>();
  for (const { id, fields } of sections) for (const { fieldName } of fields) if (!places.has(fieldName)) places.set(fieldName, id);
  for (const { id, fields } of own?.sections ?? [])
    for (const { fieldName } of fields) if (isIn(sections, id, fieldName)) places.set(fieldName, id);
  const ownNames = (own?.sections ?? []).flatMap(({ fields }) => fields.map(({ fieldName }) => fieldName));
  const isOwnError = new Set(ownNames.filter((name, index) => ownNames.indexOf(name) !== index));
  const removed: { path: string; field: unknown }[] = [];
  const left = sections.map((section) => ({
    ...section,
    fields: section.fields.filter((field) => {
      const isPlace = places.get(field.fieldName) === section.id || isOwnError.has(field.fieldName);
      if (!isPlace) removed.push({ path: `/sections/${escapePart(section.id)}/fields/${escapePart(field.fieldName)}`, field });
      return isPlace;
    }),
  }));
  return { sections: left, removed };
}

function isIn(sections: Sections, id: string, fieldName: string): boolean {
  return sections.find((section) => section.id === id)?.fields.some((field) => field.fieldName === fieldName) === true;
}
