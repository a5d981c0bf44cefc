import { isDeepStrictEqual } from 'node:util';
import type { ModuleDefinition } from '#engine/model/definitions';
import type { DefinitionSet } from './base/definition-set.ts';
import type { DefinitionChange } from './contract.ts';
import { listDifferences } from './customizations/list-differences.ts';
import { readProperty } from './customizations/property-paths.ts';
import type { DefinitionProblem } from './problem.ts';

/**
 * Problems of changes to modules that are locked. What an admin locked may be changed in the change-set that unlocks it. What the
 * product or a plugin locked stays locked; only what a change-set of an earlier version changed in it can be undone.
 */
export function findLockedChanges(changes: readonly DefinitionChange[], base: DefinitionSet): readonly DefinitionProblem[] {
  return changes.flatMap(({ kind, id, before, after }): readonly DefinitionProblem[] => {
    if (kind !== 'module' || before === null) return [];
    const [was, is, original] = [before as ModuleDefinition, after as ModuleDefinition | null, base.module.get(id)];
    const isOfBase = original?.locked === true;
    const isUnlocked = is !== null && is.locked !== true;
    if (!isOfBase && (was.locked !== true || isUnlocked)) return [];
    if (original !== undefined && restoresBase(was, is, original)) return [];
    return [{ file: `module/${was.name}`, path: '/locked', cause: explain(was.label, isOfBase) }];
  });
}

/** Whether everything that differs becomes as it is in the base. */
function restoresBase(before: ModuleDefinition, after: ModuleDefinition | null, base: ModuleDefinition): boolean {
  return listDifferences(before, after).every(({ path, after: value, isOrder }) => {
    const original = readProperty(base, path);
    return isOrder ? isDeepStrictEqual(readProperty(after, path), original) : isDeepStrictEqual(value ?? undefined, original);
  });
}

function explain(label: string, isOfBase: boolean): string {
  return isOfBase
    ? `${label} is locked: the product depends on its definition. Its layouts and the rights on it can be changed.`
    : `${label} is locked. Turn off Locked in its settings first; its layouts and the rights on it can be changed without that.`;
}
