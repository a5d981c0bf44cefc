import type { Key, KeyValue, RecordKeys } from '../compiled/index.ts';
import { compareCodePoints } from '../text/index.ts';
import type { FilterNode, RelationPath } from './filter-node.ts';

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
