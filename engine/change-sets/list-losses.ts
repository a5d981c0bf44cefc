import type { ChangeSet, DefinitionSnapshot } from '../registry/index.ts';
import type { DropdownDefinition, ModuleDefinition } from '#engine/model/definitions';

/** What the revert of a change-set does not restore: the values of what it removed, unless they were kept. */
export function listLosses({ changes }: ChangeSet, snapshot: DefinitionSnapshot): readonly string[] {
  return changes.flatMap(({ kind, before, after }) => {
    if (before === null) return [];
    if (kind === 'module') return listModuleLosses(before as ModuleDefinition, after as ModuleDefinition | null, snapshot);
    if (kind === 'dropdown') return listOptionLosses(before as DropdownDefinition, after as DropdownDefinition | null);
    return [];
  });
}

function listModuleLosses(before: ModuleDefinition, after: ModuleDefinition | null, snapshot: DefinitionSnapshot): readonly string[] {
  if (after === null) return [`Records of ${before.label} that were removed with the module are not restored.`];
  const remaining = new Set(after.fields.map(({ id }) => id));
  const restored = new Set(
    snapshot
      .storedFieldChanges(before.id)
      ?.restored.filter(({ version }) => version === snapshot.version)
      .map(({ name }) => name),
  );
  return before.fields
    .filter(({ id, fieldName, deleted }) => !remaining.has(id) && deleted !== true && !restored.has(fieldName))
    .map(({ label }) => `The values of ${label} in ${before.label} were removed with the field and are not restored.`);
}

function listOptionLosses(before: DropdownDefinition, after: DropdownDefinition | null): readonly string[] {
  if (after === null) return [];
  const remaining = new Set(after.options.map(({ value }) => value));
  return before.options
    .filter(({ value }) => !remaining.has(value))
    .map(({ label }) => `Values of ${label} in ${before.name} that were cleared or replaced are not restored.`);
}
