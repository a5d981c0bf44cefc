import type { JsonObject, JsonValue } from '#engine/model/values';
import { isObject } from '../module/record-value.ts';

/** The operator of a condition. `between` has both ends of a range, the four bounds have one; other operators are kept unchanged. */
export type ConditionOperator =
  | 'equals'
  | 'in'
  | 'contains'
  | 'startsWith'
  | 'gt'
  | 'gte'
  | 'lt'
  | 'lte'
  | 'between'
  | 'exists'
  | 'related'
  | (string & {});

/** One condition of the filter builder. */
export interface FilterCondition {
  readonly kind: 'test';
  /** Identifies the condition while it is edited; not part of the filter. */
  readonly id: number;
  readonly fieldName: string;
  readonly negated: boolean;
  readonly operator: ConditionOperator;
  /** Undefined until it is filled in; unused by `related`. */
  readonly operand: JsonValue | undefined;
  /** The conditions on a related record; `module` if a FlexRelate names it. */
  readonly related?: { readonly module: string | undefined; readonly group: FilterGroup };
}

/** Conditions combined with "and" or "or". */
export interface FilterGroup {
  readonly kind: 'group';
  readonly id: number;
  readonly negated: boolean;
  readonly combinator: 'and' | 'or';
  readonly items: readonly FilterItem[];
}

export type FilterItem = FilterCondition | FilterGroup;

const BOUNDS = ['gt', 'gte', 'lt', 'lte'] as const;
let made = 0;

export function createGroup(
  combinator: FilterGroup['combinator'] = 'and',
  items: readonly FilterItem[] = [],
  negated = false,
): FilterGroup {
  return { kind: 'group', id: (made += 1), negated, combinator, items };
}

export function createCondition(
  fieldName: string,
  operator: ConditionOperator,
  operand?: JsonValue,
  more: Pick<Partial<FilterCondition>, 'negated' | 'related'> = {},
): FilterCondition {
  return { kind: 'test', id: (made += 1), fieldName, negated: false, operator, operand, ...more };
}

/** Assigns new ids to a tree from elsewhere, so that ids are unique. */
export function assignNewIds(group: FilterGroup): FilterGroup {
  const items = group.items.map((item): FilterItem => {
    if (item.kind === 'group') return assignNewIds(item);
    return {
      ...item,
      id: (made += 1),
      ...(item.related === undefined ? {} : { related: { ...item.related, group: assignNewIds(item.related.group) } }),
    };
  });
  return { ...group, id: (made += 1), items };
}

/** Converts a filter of the grammar to a tree of conditions. */
export function parseFilterTree(filter: JsonObject): FilterGroup {
  const [first, ...rest] = Object.entries(filter);
  if (first !== undefined && rest.length === 0 && (first[0] === 'or' || first[0] === 'and') && Array.isArray(first[1]))
    return createGroup(first[0], membersOf(first[1] as readonly JsonValue[]));
  return createGroup(
    'and',
    Object.entries(filter).flatMap(([name, value]) => itemsOf(name, value)),
  );
}

function membersOf(list: readonly JsonValue[]): FilterItem[] {
  return list.filter(isObject).map(itemOf);
}

/** Converts a nested filter: a condition if possible, else a group. */
function itemOf(filter: JsonObject): FilterItem {
  const tree = parseFilterTree(filter);
  const [only, ...rest] = tree.items;
  return only !== undefined && rest.length === 0 ? only : tree;
}

function itemsOf(name: string, value: JsonValue): FilterItem[] {
  if ((name === 'and' || name === 'or') && Array.isArray(value)) return [createGroup(name, membersOf(value as readonly JsonValue[]))];
  if (name === 'not' && isObject(value)) return [negate(itemOf(value))];
  if (!isObject(value)) return [value === null ? createCondition(name, 'exists', false) : createCondition(name, 'equals', value)];
  return Object.entries(value).map(([operator, operand]) => testOf(name, operator, operand));
}

function negate(item: FilterItem): FilterItem {
  return item.negated ? createGroup('and', [item], true) : { ...item, negated: true };
}

function testOf(name: string, operator: string, operand: JsonValue): FilterCondition {
  if (operator === 'equals' && operand === null) return createCondition(name, 'exists', false);
  if (operator === 'range' && isObject(operand)) {
    const [bound, ...more] = Object.keys(operand);
    return bound !== undefined && more.length === 0
      ? createCondition(name, bound, operand[bound])
      : createCondition(name, 'between', operand);
  }
  if (operator === 'related' && isObject(operand)) return createCondition(name, 'related', undefined, { related: relatedOf(operand) });
  return createCondition(name, operator, operand);
}

/** Only the operand of a FlexRelate has a module next to its filter: elsewhere `module` would be a condition. */
function relatedOf(operand: JsonObject): NonNullable<FilterCondition['related']> {
  const { module, filter } = operand;
  const isFlex = typeof module === 'string' && isObject(filter) && Object.keys(operand).length === 2;
  return isFlex ? { module, group: parseFilterTree(filter) } : { module: undefined, group: parseFilterTree(operand) };
}

/** Converts a tree to a filter; incomplete conditions are omitted. */
export function serializeFilterTree(group: FilterGroup): JsonObject {
  const inner = groupFilter(group);
  return group.negated && Object.keys(inner).length > 0 ? { not: inner } : inner;
}

function groupFilter({ combinator, items }: FilterGroup): JsonObject {
  const members = items.map(itemFilter).filter((member) => member !== undefined);
  const [only, ...rest] = members;
  if (only === undefined) return {};
  if (rest.length === 0) return only;
  if (combinator === 'or') return { or: members };
  const names = members.flatMap((member) => Object.keys(member));
  return new Set(names).size === names.length ? (Object.assign({}, ...members) as JsonObject) : { and: members };
}

function itemFilter(item: FilterItem): JsonObject | undefined {
  if (item.kind === 'group') {
    const filter = serializeFilterTree(item);
    return Object.keys(filter).length === 0 ? undefined : filter;
  }
  const operators = operatorsOf(item);
  if (operators === undefined) return undefined;
  const entry: JsonObject = { [item.fieldName]: operators };
  return item.negated ? { not: entry } : entry;
}

function operatorsOf(item: FilterCondition): JsonObject | undefined {
  const { operator, operand, related } = item;
  if (operator === 'related') {
    const filter = related === undefined ? {} : serializeFilterTree(related.group);
    return { related: related?.module === undefined ? filter : { module: related.module, filter } };
  }
  if (!isConditionComplete(item) || operand === undefined) return undefined;
  if (operator === 'between') return { range: operand };
  return BOUNDS.some((bound) => bound === operator) ? { range: { [operator]: operand } } : { [operator]: operand };
}

/** Whether a condition is complete; an incomplete one is not part of the filter yet. */
export function isConditionComplete({ operator, operand }: FilterCondition): boolean {
  return operator === 'related' || operand !== undefined;
}

/**
 * Replaces or removes a displayed condition. It is found by its content, because the filter may have changed since. If it no longer exists,
 * nothing changes.
 */
export function replaceShownItem(filter: JsonObject, shown: FilterItem, next: FilterItem | undefined): JsonObject {
  const tree = parseFilterTree(filter);
  const wanted = JSON.stringify(itemFilter(shown));
  if (JSON.stringify(itemFilter(tree)) === wanted) return next === undefined ? {} : (itemFilter(next) ?? {});
  const found = tree.items.find((item) => JSON.stringify(itemFilter(item)) === wanted);
  return found === undefined ? filter : serializeFilterTree(replaceItem(tree, found.id, next));
}

/** Replaces an item anywhere in the tree; undefined removes it. */
export function replaceItem(group: FilterGroup, id: number, next: FilterItem | undefined): FilterGroup {
  const items = group.items.flatMap((item): FilterItem[] => {
    if (item.id === id) return next === undefined ? [] : [next];
    if (item.kind === 'group') return [replaceItem(item, id, next)];
    return [
      item.related === undefined ? item : { ...item, related: { ...item.related, group: replaceItem(item.related.group, id, next) } },
    ];
  });
  return { ...group, items };
}
