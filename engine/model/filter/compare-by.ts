import type { Key, KeyValue } from '../compiled/index.ts';
import type { SortStep } from './filter-node.ts';
import { compareKeys, type KeyedRecord } from './matcher.ts';

/** Returns the key of another record's name, for sorting by a relate; `undefined`: there is no such record, or it has no name. */
export type NameResolver = (step: SortStep & { readonly kind: 'related' }, id: string) => Key | undefined;

type RecordComparator = (a: KeyedRecord, b: KeyedRecord) => number;

/**
 * The sort order as a comparator: missing lowest, then by key, `_id` last in the direction of the last step. Sorting by a
 * relate needs the resolver; without one all names count as missing.
 */
export function compareBy(sort: readonly SortStep[], resolver?: NameResolver): RecordComparator {
  const comparators = sort.map((step) => compareStep(step, resolver));
  const direction = sort.at(-1)?.descending === true ? -1 : 1;
  return (a, b) => {
    for (const compare of comparators) {
      const order = compare(a, b);
      if (order !== 0) return order;
    }
    return compareKeys(a.id, b.id) * direction;
  };
}

function compareStep(step: SortStep, resolver: NameResolver | undefined): RecordComparator {
  const direction = step.descending ? -1 : 1;
  if (step.kind === 'id') return (a, b) => compareKeys(a.id, b.id) * direction;
  const valueOf = valueReader(step, resolver);
  return (a, b) => compareValues(valueOf(a), valueOf(b)) * direction;
}

function valueReader(
  step: Exclude<SortStep, { readonly kind: 'id' }>,
  resolver: NameResolver | undefined,
): (record: KeyedRecord) => Key | undefined {
  const { id: keyId, absent } = step.key;
  if (step.kind === 'key') return (record) => single(record.keys[keyId] ?? absent);
  if (step.kind === 'related') {
    return (record) => {
      const id = single(record.keys[keyId]);
      return id === undefined || resolver === undefined ? undefined : resolver(step, String(id));
    };
  }
  const ranks = new Map(step.order.map((value, rank) => [value, rank] as const));
  return (record) => {
    const value = single(record.keys[keyId]);
    return value === undefined ? undefined : (ranks.get(value) ?? step.order.length);
  };
}

function single(value: KeyValue | undefined): Key | undefined {
  return typeof value === 'object' ? value[0] : value;
}

function compareValues(a: Key | undefined, b: Key | undefined): number {
  if (a === undefined || b === undefined) return Number(a !== undefined) - Number(b !== undefined);
  return compareKeys(a, b);
}
