import type { FilterNode, SortStep } from '#engine/model/filter';
import type { Key } from '#engine/model/compiled';
import type { Collection, StoredIndex } from '../schema/collection.ts';

/** An index that returns the rows of a query in sort order. */
export interface IndexScan {
  /** Quoted, for INDEXED BY. */
  readonly index: string;
  /** The sort steps, `_id` last, without those on a key that the filter fixes to one value. */
  readonly steps: readonly SortStep[];
  /** All conditions of the filter are served by the index or match most records, so that a scan finds a page quickly. */
  readonly isDirect: boolean;
}

/**
 * Chooses the index that begins with keys fixed to one value and continues with the sort; of several, the one that serves
 * the most conditions. A sort by `_id` only uses the index on the id.
 */
export function chooseIndexScan(
  collection: Collection,
  conditions: readonly FilterNode[],
  filter: readonly FilterNode[],
  sort: readonly SortStep[],
): IndexScan | undefined {
  const constantKeys = findConstantKeys(conditions);
  const steps = getScanSteps(sort, constantKeys);
  if (steps === undefined) return undefined;
  let best: { readonly index: StoredIndex; readonly served: number } | undefined;
  for (const index of collection.indexes) {
    const served = index.unique || !containsAll(index, conditions) ? undefined : servedKeys(index, steps, constantKeys);
    if (served !== undefined && (best === undefined || served > best.served)) best = { index, served };
  }
  if (best === undefined) {
    return steps.length === 1
      ? { index: collection.idIndex, steps, isDirect: filter.every((node) => isTrueForMost(node) || isOnId(node)) }
      : undefined;
  }
  const { index } = best;
  return { index: index.name, steps, isDirect: filter.every((node) => isTrueForMost(node) || isServed(node, index, steps)) };
}

/** Whether every record that meets the conditions is in the index: no record without its key meets them. */
function containsAll({ sparse, keys }: StoredIndex, conditions: readonly FilterNode[]): boolean {
  return !sparse || keys.every((id) => conditions.some((node) => needsKey(node, id)));
}

function needsKey(node: FilterNode, id: string): boolean {
  if (node.kind === 'exists') return node.keys.length === 1 && node.keys[0]?.id === id;
  return (node.kind === 'equals' || node.kind === 'range' || node.kind === 'startsWith') && node.key.id === id && !node.key.list;
}

/** Keys that the filter fixes to a single value. */
function findConstantKeys(conditions: readonly FilterNode[]): ReadonlyMap<string, Key> {
  const constantKeys = new Map<string, Key>();
  for (const node of conditions) {
    const [value, ...others] = node.kind === 'equals' && !node.key.list ? node.values : [];
    if (node.kind === 'equals' && value !== undefined && others.length === 0) constantKeys.set(node.key.id, value);
  }
  return constantKeys;
}

/** The steps that an index must serve, ending with `_id`; undefined when no index can: another kind, mixed directions. */
function getScanSteps(sort: readonly SortStep[], constantKeys: ReadonlyMap<string, Key>): SortStep[] | undefined {
  const descending = sort.at(-1)?.descending === true;
  const steps: SortStep[] = [];
  for (const step of sort) {
    if (step.kind === 'id') break;
    if (step.kind !== 'key' || step.key.list) return undefined;
    if (!constantKeys.has(step.key.id) && !steps.some((known) => known.kind === 'key' && known.key.id === step.key.id)) steps.push(step);
  }
  const end: SortStep = { kind: 'id', descending: sort.find((step) => step.kind === 'id')?.descending ?? descending };
  return steps.every((step) => step.descending === end.descending) ? [...steps, end] : undefined;
}

/** How many conditions an index serves while it provides the order; undefined when it does not provide it. */
function servedKeys(index: StoredIndex, steps: readonly SortStep[], constantKeys: ReadonlyMap<string, Key>): number | undefined {
  let served = 0;
  let nextStep = 0;
  for (const id of index.keys) {
    const step = steps[nextStep];
    if (step?.kind === 'key' && step.key.id === id) nextStep += 1;
    else if (constantKeys.has(id)) served += 1;
    else return undefined;
  }
  return nextStep === steps.length - 1 ? served : undefined;
}

/** Whether the index narrows the scan by this condition. */
function isServed(node: FilterNode, index: StoredIndex, steps: readonly SortStep[]): boolean {
  if (node.kind === 'equals') return index.keys.includes(node.key.id) && node.values.length === 1;
  if (node.kind === 'range' || node.kind === 'startsWith') return steps[0]?.kind === 'key' && steps[0].key.id === node.key.id;
  return false;
}

function isOnId(node: FilterNode): boolean {
  return node.kind === 'idRange' || node.kind === 'ids';
}

/** Whether the condition is a flag that is off, such as "not deleted": most records match it. */
function isTrueForMost(node: FilterNode): boolean {
  return node.kind === 'equals' && node.key.kind === 'number' && node.values.length === 1 && node.values[0] === 0;
}
