import { copyDefinitionSet, nameArtifact, putDefinition, type AnyDefinition, type DefinitionSet } from '../base/definition-set.ts';
import type { ChangeSet, DefinitionChange, DefinitionConflict } from '../contract.ts';
import { mergeThreeWays, type MergeConflict } from './merge-three-ways.ts';

/** The effective definitions, and the conflicts between base and customizations. */
export interface EffectiveDefinitions {
  readonly set: DefinitionSet;
  readonly conflicts: readonly DefinitionConflict[];
}

/** Applies the published change-sets, in order, to the base. */
export function applyChangeSets(base: DefinitionSet, changeSets: readonly ChangeSet[]): EffectiveDefinitions {
  const set = copyDefinitionSet(base);
  const conflicts: DefinitionConflict[] = [];
  for (const changeSet of changeSets) {
    if (changeSet.state !== 'published') continue;
    for (const change of changeSet.changes) {
      const current = (set[change.kind] as ReadonlyMap<string, AnyDefinition>).get(change.id);
      const found: MergeConflict[] = [];
      const merged = mergeChange(change, current, found);
      if (merged) putDefinition(set, change.kind, change.id, merged);
      else set[change.kind].delete(change.id);
      const artifact = change.after ?? change.before ?? current;
      for (const conflict of found)
        conflicts.push({
          ...conflict,
          artifact: artifact ? nameArtifact(change.kind, artifact) : `${change.kind}/${change.id}`,
          changeSet: changeSet._id,
        });
    }
  }
  return { set, conflicts };
}

/**
 * Artifacts that customizations removed stay removed, and those that they created or changed remain, whatever changed in
 * the base since.
 */
function mergeChange(change: DefinitionChange, current: AnyDefinition | undefined, conflicts: MergeConflict[]): AnyDefinition | undefined {
  const merged = mergeThreeWays(change.before ?? undefined, change.after ?? undefined, current, conflicts);
  return merged as AnyDefinition | undefined;
}
