import { isDeepStrictEqual } from 'node:util';
import {
  copyDefinitionSet,
  nameArtifact,
  putDefinition,
  type AnyDefinition,
  type DefinitionSet,
  type DefinitionSetDraft,
} from '../base/definition-set.ts';
import type { ChangeSet, DefinitionChange, DefinitionConflict, SettledConflict } from '../contract.ts';
import { hideClashes } from './name-clashes.ts';
import { removeDoubledFields } from './remove-doubled-fields.ts';
import { createChangeRenamer, type FieldHistories } from './rename-in-changes.ts';
import { escapePart, findElementKey, isPlain, readProperty, type Plain } from './property-paths.ts';

/** The effective definitions, and the conflicts between base and customizations. */
export interface EffectiveDefinitions {
  readonly set: DefinitionSet;
  /** Those that are not settled. */
  readonly conflicts: readonly DefinitionConflict[];
  /** All conflicts, and those that were settled. */
  readonly history: ConflictHistory;
  /** Parts of the base are left out because of customizations: these change-sets can only be applied to the base itself. */
  readonly isReduced: boolean;
}

/** What is known besides the base and the change-sets. */
export interface MergeContext {
  /** Of the change-sets before, if these are applied to the definitions after them. */
  readonly earlier?: ConflictHistory;
  /** Changes of the names of fields, by stable id of their module. */
  readonly histories?: FieldHistories;
  /** Id of the change-set that is being published. */
  readonly unpublished?: string | undefined;
}

interface ConflictHistory {
  readonly found: readonly DefinitionConflict[];
  readonly settled: readonly SettledConflict[];
}

const NO_HISTORY: ConflictHistory = { found: [], settled: [] };

/** Applies the published change-sets, in order, to the base, or to the effective definitions after earlier change-sets. */
export function applyChangeSets(
  base: DefinitionSet,
  changeSets: readonly ChangeSet[],
  { earlier, histories = new Map(), unpublished }: MergeContext = {},
): EffectiveDefinitions {
  const set = copyDefinitionSet(base);
  const published = changeSets.filter(({ state }) => state === 'published');
  const rename = createChangeRenamer(base, histories);
  const merged = published.flatMap((changeSet) =>
    applyChangeSet(set, changeSet._id === unpublished ? changeSet : { ...changeSet, changes: changeSet.changes.map(rename) }),
  );
  const clashes = earlier === undefined ? hideClashes(set, base, published, unpublished) : [];
  const moved = removeDoubledFields(set, published);
  const { found: before, settled: settledBefore } = earlier ?? NO_HISTORY;
  const found = [...before, ...merged, ...clashes, ...moved];
  const settled = [...settledBefore, ...published.flatMap((changeSet) => changeSet.settled ?? [])];
  const isReduced = clashes.length + moved.length > 0;
  return { set, conflicts: listOpenConflicts(set, found, settled), history: { found, settled }, isReduced };
}

/** Applies one change-set; returns its conflicts. */
function applyChangeSet(set: DefinitionSetDraft, { _id: changeSet, changes }: ChangeSet): DefinitionConflict[] {
  return changes.flatMap((change) => {
    const { kind, id } = change;
    const current = (set[kind] as ReadonlyMap<string, AnyDefinition>).get(id);
    const found: MergeConflict[] = [];
    const merged = mergeChange(change, current, found);
    if (merged) putDefinition(set, kind, id, merged);
    else set[kind].delete(id);
    const definition = change.after ?? change.before ?? current;
    const artifact = definition ? nameArtifact(kind, definition) : `${kind}/${id}`;
    return found.map((conflict) => ({ ...conflict, kind, id, artifact, changeSet }));
  });
}

/**
 * The conflicts with the values that are used now, of each property the last one. Those with the value of the base, and those that an
 * admin settled for this value of the base, are none any more.
 */
function listOpenConflicts(
  set: DefinitionSet,
  found: readonly DefinitionConflict[],
  settled: readonly SettledConflict[],
): readonly DefinitionConflict[] {
  const last = new Map(found.map((conflict) => [JSON.stringify([conflict.kind, conflict.id, conflict.path]), conflict]));
  return [...last.values()].flatMap((conflict) => {
    const { kind, id, path, base } = conflict;
    const customized = readCustomized(set, conflict);
    const isSettled = settled.some(
      (one) => one.kind === kind && one.id === id && one.path === path && isDeepStrictEqual(one.base, base ?? null),
    );
    return isSettled || isDeepStrictEqual(customized, base) ? [] : [{ ...conflict, customized }];
  });
}

function readCustomized(set: DefinitionSet, { kind, id, path, replaces }: DefinitionConflict): unknown {
  const definitions = set[kind] as ReadonlyMap<string, AnyDefinition>;
  if (replaces === undefined) return readProperty(definitions.get(id), path);
  return path === '/' ? definitions.get(replaces) : readProperty(definitions.get(id), `/fields/${replaces}`);
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
    const value = mergeThreeWays(before[name], customized[name], base[name], conflicts, `${path}/${escapePart(name)}`);
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
    const value = mergeThreeWays(old?.get(id), ours?.get(id), theirs?.get(id), conflicts, `${path}/${escapePart(String(id))}`);
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
