import type { CompiledField } from '#engine/model/compiled';
import { allOf, notOf, type FilterNode, type GroupMeasure } from '#engine/model/filter';
import type { JsonValue, RecordDocument, RecordDraft } from '#engine/model/values';
import { decodeRecord } from '../encryption/encrypt-record.ts';
import { linksOf } from '../read/references.ts';
import type { SaveAttempt } from '../save/write-context.ts';
import type { RollUpPlan } from './calculation-plan.ts';

/** The record that has a roll-up, as it will be saved. */
export interface RollUpOwner {
  readonly id: string;
  readonly record: RecordDocument | RecordDraft;
}

/**
 * Calculates a roll-up from all related records: those of the store, and those that the unit writes. The caller must have read the version
 * of the owner before, and must write or check it in the same unit: each save of a related record that changes the value writes its
 * owner, so of two saves at the same time the later one is built again.
 */
export async function calculateRollUp(attempt: SaveAttempt, plan: RollUpPlan, owner: RollUpOwner): Promise<JsonValue | undefined> {
  const related = relatedFilter(plan, owner);
  if (related === undefined) return emptyValue(plan);
  const pending = attempt.unit.pendingIn(plan.source);
  const others = pending.length === 0 ? [] : [notOf({ kind: 'ids', ids: pending.map(({ document }) => document._id) })];
  const filter = allOf([plan.filter, related, ...others]);
  const isRelated = createRelatedTest(plan, owner);
  const own = pending.filter(({ document, keys, removed }) => !removed && plan.matches(document._id, keys) && isRelated(document));
  const values = plan.of === undefined ? [] : own.flatMap(({ document }) => document[(plan.of as CompiledField).name] ?? []);
  if (plan.operation === 'min' || plan.operation === 'max') return findExtreme(attempt, plan, filter, values);
  return combine(plan, await measure(attempt, plan, filter), plan.of === undefined ? own.length : (values as readonly number[]));
}

/** The filter of the records that are related to the owner; undefined: there are none. */
function relatedFilter({ direction, link }: RollUpPlan, { id, record }: RollUpOwner): FilterNode | undefined {
  if (direction === 'forward') {
    const ids = linksOf(link, record[link.name]).map((one) => one.id);
    return ids.length === 0 ? undefined : { kind: 'ids', ids };
  }
  const [key] = link.keys;
  return key === undefined ? undefined : { kind: 'equals', key, values: [id] };
}

function createRelatedTest({ direction, link }: RollUpPlan, { id, record }: RollUpOwner): (document: RecordDocument) => boolean {
  if (direction === 'reverse') return (document) => linksOf(link, document[link.name]).some((one) => one.id === id);
  const ids = new Set(linksOf(link, record[link.name]).map((one) => one.id));
  return (document) => ids.has(document._id);
}

/** The value without any related record. */
export function emptyValue({ operation }: RollUpPlan): JsonValue | undefined {
  return operation === 'count' || operation === 'sum' ? 0 : undefined;
}

/** What the store found: the number of values, and their sum. */
interface Measured {
  readonly count: number;
  readonly sum: number;
}

async function measure({ services }: SaveAttempt, { source, of }: RollUpPlan, filter: FilterNode): Promise<Measured> {
  const key = of?.keys[0];
  const measures: readonly GroupMeasure[] = [
    { name: 'count', kind: 'count' },
    ...(key === undefined ? [] : [{ name: 'sum', kind: 'sum' as const, key }]),
  ];
  const [row] = await services.store.group({
    collection: source.storage.name,
    filter: key === undefined ? filter : allOf([filter, { kind: 'exists', keys: [key] }]),
    by: [],
    measures,
  });
  // Money is compared, and added, in cents.
  return { count: row?.measures['count'] ?? 0, sum: (row?.measures['sum'] ?? 0) / (of?.type.comparison === 'money' ? 100 : 1) };
}

function combine({ operation, of }: RollUpPlan, stored: Measured, own: number | readonly number[]): JsonValue | undefined {
  if (of === undefined || typeof own === 'number') return stored.count + (typeof own === 'number' ? own : own.length);
  const count = stored.count + own.length;
  const sum = own.reduce((total, value) => total + value, stored.sum);
  return operation === 'sum' ? sum : count === 0 ? undefined : sum / count;
}

/** The smallest or largest value, by the order of the field: numbers, days and times compare as they are stored. */
async function findExtreme(
  { services, scope }: SaveAttempt,
  { source, of, operation }: RollUpPlan,
  filter: FilterNode,
  own: readonly JsonValue[],
): Promise<JsonValue | undefined> {
  const key = of?.keys[0];
  if (of === undefined || key === undefined) return undefined;
  const [found] = await services.store.find({
    collection: source.storage.name,
    filter: allOf([filter, { kind: 'exists', keys: [key] }]),
    sort: [{ kind: 'key', key, descending: operation === 'max' }],
    limit: 1,
  });
  const stored = found === undefined ? undefined : decodeRecord(services, scope, source, found)[of.name];
  const values = [...own, ...(stored === undefined ? [] : [stored])] as readonly (number | string)[];
  return values.reduce<number | string | undefined>((best, value) => {
    if (best === undefined) return value;
    return value < best === (operation === 'min') ? value : best;
  }, undefined);
}
