import { isDeepStrictEqual } from 'node:util';
import { copyDefinitionSet, nameArtifact, putDefinition, type AnyDefinition, type DefinitionSet } from '../base/definition-set.ts';
import type { ChangeSet, DefinitionChange, DefinitionConflict } from '../contract.ts';
import { findElementKey, isPlain } from './element-keys.ts';

/** The effective definitions, and the conflicts between base and customizations. */
export interface EffectiveDefinitions {
  readonly set: DefinitionSet;
  readonly conflicts: readonly DefinitionConflict[];
}

/** Applies the published change-sets, in order, to the base, or to the effective definitions after earlier change-sets. */
export function applyChangeSets(
  base: DefinitionSet,
  changeSets: readonly ChangeSet[],
  earlierConflicts: readonly DefinitionConflict[] = [],
): EffectiveDefinitions {
  const set = copyDefinitionSet(base);
  const conflicts = [...earlierConflicts];
  for (const changeSet of changeSets) {
    if (changeSet.state !== 'published') continue;
    for (const change of changeSet.changes) {
      const current = (set[change.kind] as ReadonlyMap<string, AnyDefinition>).get(change.id);
      const found: MergeConflict[] = [];
      const merged = mergeChange(change, current, found);
      if (merged) putDefinition(set, change.kind, change.id, merged);
      else set[change.kind].delete(change.id);
      const artifact = change.after ?? change.before ?? current;
      for (const { path, base: now, customized } of found)
        conflicts.push({
          path,
          base: now,
          customized,
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

/** A property that both sides changed in different ways; the customization has priority. */
export interface MergeConflict {
  readonly path: string;
  readonly before: unknown;
  readonly base: unknown;
  readonly customized: unknown;
}

/** Receives the conflicts of a merge. */
export interface ConflictReport {
  push(conflict: MergeConflict): unknown;
  /** Whether the value of the base is used in a conflict; default: that of the customization. */
  prefersBase?(conflict: MergeConflict): boolean;
}

type Plain = { readonly [name: string]: unknown };

/**
 * Merges the customized version of `before` with the current base. Objects are merged property by property and lists
 * element by element (by stable id, field name, value or path). Where both changed the same property the customization has
 * priority unless the report prefers the base, and the conflict is reported.
 */
export function mergeThreeWays(before: unknown, customized: unknown, base: unknown, conflicts: ConflictReport, path = ''): unknown {
  if (isDeepStrictEqual(customized, before)) return base;
  if (isDeepStrictEqual(base, before) || isDeepStrictEqual(base, customized)) return customized;
  if (isPlain(customized) && isPlain(base)) return mergeObjects(isPlain(before) ? before : {}, customized, base, conflicts, path);
  const key =
    Array.isArray(customized) && Array.isArray(base) ? findElementKey([...(customized as unknown[]), ...(base as unknown[])]) : undefined;
  if (key)
    return mergeLists(key, Array.isArray(before) ? (before as Plain[]) : [], customized as Plain[], base as Plain[], conflicts, path);
  const conflict = { path: path || '/', before, base, customized };
  conflicts.push(conflict);
  return conflicts.prefersBase?.(conflict) === true ? base : customized;
}

function mergeObjects(before: Plain, customized: Plain, base: Plain, conflicts: ConflictReport, path: string): Plain {
  const merged: { [name: string]: unknown } = {};
  for (const name of new Set([...Object.keys(base), ...Object.keys(customized)])) {
    const value = mergeThreeWays(before[name], customized[name], base[name], conflicts, `${path}/${name}`);
    if (value !== undefined) merged[name] = value;
  }
  return merged;
}

/**
 * In the customized order if the customization moved elements, else in the order of the base; elements of only one side
 * stay next to their neighbour.
 */
function mergeLists(
  key: string,
  before: readonly Plain[],
  customized: readonly Plain[],
  base: readonly Plain[],
  conflicts: ConflictReport,
  path: string,
): Plain[] {
  const [old, ours, theirs] = [before, customized, base].map((list) => new Map(list.map((element) => [element[key], element])));
  const merged = new Map<unknown, Plain>();
  for (const id of new Set([...(ours?.keys() ?? []), ...(theirs?.keys() ?? [])])) {
    const value = mergeThreeWays(old?.get(id), ours?.get(id), theirs?.get(id), conflicts, `${path}/${String(id)}`);
    if (value !== undefined) merged.set(id, value as Plain);
  }
  const moved = !isSameOrder(listKeys(before, key), listKeys(customized, key));
  const [leading, following] = moved ? [customized, base] : [base, customized];
  return orderElements(listKeys(leading, key), listKeys(following, key)).flatMap((id): Plain[] =>
    merged.has(id) ? [merged.get(id) as Plain] : [],
  );
}

/** The leading order, with each element that is only in the following list placed after its neighbour there. */
function orderElements(leading: readonly unknown[], following: readonly unknown[]): unknown[] {
  const order = [...leading];
  following.forEach((id, index) => {
    if (order.includes(id)) return;
    const neighbour = index === 0 ? -1 : order.indexOf(following[index - 1]);
    order.splice(neighbour + 1, 0, id);
  });
  return order;
}

function isSameOrder(before: readonly unknown[], after: readonly unknown[]): boolean {
  const common = after.filter((id) => before.includes(id));
  return isDeepStrictEqual(
    before.filter((id) => after.includes(id)),
    common,
  );
}

function listKeys(list: readonly Plain[], key: string): unknown[] {
  return list.map((element) => element[key]);
}
