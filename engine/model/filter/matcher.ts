import type { Key, KeyValue, RecordKeys } from '../compiled/collection-schema.ts';
import { compareCodePoints } from '../values/text.ts';
import type { FilterNode, RelationPath, SortStep } from './filter-node.ts';

/** A record as the evaluators read it. */
export interface KeyedRecord {
  readonly id: string;
  readonly keys: RecordKeys;
}

/** Returns the records that a record is related to by a relation. */
export type RelationResolver = (relation: RelationPath, record: KeyedRecord) => Iterable<KeyedRecord>;

/** Whether a record matches. */
export type Matcher = (id: string, keys: RecordKeys) => boolean;

/**
 * Compiles the filter to a function: the memory evaluator. A `related` node needs the resolver; without one it matches no
 * record, so callers without a resolver check `usesRelated` first.
 */
export function compileMatcher(node: FilterNode, resolver?: RelationResolver): Matcher {
  switch (node.kind) {
    case 'constant':
      return () => node.value;
    case 'all':
      return everyOf(node.nodes.map((inner) => compileMatcher(inner, resolver)));
    case 'any':
      return someOf(node.nodes.map((inner) => compileMatcher(inner, resolver)));
    case 'not': {
      const inner = compileMatcher(node.node, resolver);
      return (id, keys) => !inner(id, keys);
    }
    case 'ids': {
      const ids = new Set(node.ids);
      return (id) => ids.has(id);
    }
    case 'idRange': {
      const within = compileBounds(node);
      return (id) => within(id);
    }
    case 'related':
      return compileRelated(node, resolver);
    default:
      return compileKeyMatcher(node);
  }
}

function everyOf(matchers: readonly Matcher[]): Matcher {
  return (id, keys) => {
    for (const matcher of matchers) if (!matcher(id, keys)) return false;
    return true;
  };
}

function someOf(matchers: readonly Matcher[]): Matcher {
  return (id, keys) => {
    for (const matcher of matchers) if (matcher(id, keys)) return true;
    return false;
  };
}

function compileRelated(node: FilterNode & { readonly kind: 'related' }, resolver: RelationResolver | undefined): Matcher {
  const inner = compileMatcher(node.node, resolver);
  return (id, keys) => {
    if (resolver === undefined) return false;
    for (const other of resolver(node.relation, { id, keys })) if (inner(other.id, other.keys)) return true;
    return false;
  };
}

type KeyNode = FilterNode & { readonly kind: 'equals' | 'contains' | 'startsWith' | 'startsWithOneOf' | 'range' | 'exists' };

function compileKeyMatcher(node: KeyNode): Matcher {
  if (node.kind === 'exists') {
    const shapes = node.keys;
    return (_id, keys) => shapes.some((key) => hasKey(keys[key.id] ?? key.absent));
  }
  const { id: keyId, absent } = node.key;
  const holds = compileKeyTest(node);
  return (_id, keys) => {
    const value = keys[keyId] ?? absent;
    if (value === undefined) return false;
    return typeof value === 'object' ? value.some(holds) : holds(value);
  };
}

function hasKey(value: KeyValue | undefined): boolean {
  return value !== undefined && (typeof value !== 'object' || value.length > 0);
}

function compileKeyTest(node: Exclude<KeyNode, { readonly kind: 'exists' }>): (value: Key) => boolean {
  switch (node.kind) {
    case 'equals': {
      const values = new Set(node.values);
      return (value) => values.has(value);
    }
    case 'contains':
      return (value) => typeof value === 'string' && value.includes(node.text);
    case 'startsWith':
      return (value) => typeof value === 'string' && value.startsWith(node.text);
    case 'startsWithOneOf': {
      const texts = new Set(node.texts);
      const length = node.texts[0]?.length ?? 0;
      return (value) => typeof value === 'string' && texts.has(value.slice(0, length));
    }
    case 'range':
      return compileBounds(node);
  }
}

function compileBounds(bounds: { readonly gt?: Key; readonly gte?: Key; readonly lt?: Key; readonly lte?: Key }): (value: Key) => boolean {
  const { gt, gte, lt, lte } = bounds;
  return (value) =>
    (gt === undefined || compareKeys(value, gt) > 0) &&
    (gte === undefined || compareKeys(value, gte) >= 0) &&
    (lt === undefined || compareKeys(value, lt) < 0) &&
    (lte === undefined || compareKeys(value, lte) <= 0);
}

/** Compares two keys: numbers by value, texts by code point; a number before a text. */
export function compareKeys(a: Key, b: Key): number {
  if (typeof a === 'string') return typeof b === 'string' ? compareCodePoints(a, b) : 1;
  return typeof b === 'string' ? -1 : a - b;
}

/** Returns the key of another record's name, for sorting by a relate; `undefined`: there is no such record, or it has no name. */
export type NameResolver = (step: SortStep & { readonly kind: 'related' }, id: string) => Key | undefined;

type RecordComparator = (a: KeyedRecord, b: KeyedRecord) => number;

/**
 * The sort order as a comparator: by key, missing last in both directions, then `_id` in the direction of the last step.
 * Sorting by a relate needs the resolver; without one all names count as missing.
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
  return (a, b) => compareValues(valueOf(a), valueOf(b), direction);
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

function compareValues(a: Key | undefined, b: Key | undefined, direction: number): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  return compareKeys(a, b) * direction;
}
