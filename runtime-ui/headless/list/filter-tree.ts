import type { JsonObject, JsonValue } from '#engine/model';
import { isObject } from '../module/record-value.ts';

/** What one condition asks. `between` holds a whole range, the four bounds one end of it; other operators are kept as they are. */
export type TestName = 'equals' | 'in' | 'contains' | 'startsWith' | 'gt' | 'gte' | 'lt' | 'lte' | 'between' | 'exists' | 'related' | (string & {});

/** One condition as people build it. */
export interface FilterTest {
  readonly kind: 'test';
  /** Tells it from others while it is edited; not part of the filter. */
  readonly id: number;
  readonly fieldName: string;
  readonly negated: boolean;
  readonly test: TestName;
  /** Undefined until it is filled in; unused by `related`. */
  readonly operand: JsonValue | undefined;
  /** What must hold of a related record; `module` where a FlexRelate names it. */
  readonly related?: { readonly module: string | undefined; readonly group: FilterGroup };
}

/** Conditions that must all hold, or one of them. */
export interface FilterGroup {
  readonly kind: 'group';
  readonly id: number;
  readonly negated: boolean;
  readonly join: 'and' | 'or';
  readonly items: readonly FilterItem[];
}

export type FilterItem = FilterTest | FilterGroup;

const BOUNDS = ['gt', 'gte', 'lt', 'lte'] as const;
let made = 0;

export function newGroup(join: FilterGroup['join'] = 'and', items: readonly FilterItem[] = [], negated = false): FilterGroup {
  return { kind: 'group', id: (made += 1), negated, join, items };
}

export function newTest(fieldName: string, test: TestName, operand?: JsonValue, more: Pick<Partial<FilterTest>, 'negated' | 'related'> = {}): FilterTest {
  return { kind: 'test', id: (made += 1), fieldName, negated: false, test, operand, ...more };
}

/** A tree from elsewhere with numbers of its own here, so that what is added to it is told from it. */
export function renumberTree(group: FilterGroup): FilterGroup {
  const items = group.items.map((item): FilterItem => {
    if (item.kind === 'group') return renumberTree(item);
    return { ...item, id: (made += 1), ...(item.related === undefined ? {} : { related: { ...item.related, group: renumberTree(item.related.group) } }) };
  });
  return { ...group, id: (made += 1), items };
}

/** A filter of the grammar as a tree of conditions. */
export function treeOf(filter: JsonObject): FilterGroup {
  const [first, ...rest] = Object.entries(filter);
  if (first !== undefined && rest.length === 0 && (first[0] === 'or' || first[0] === 'and') && Array.isArray(first[1])) return newGroup(first[0], membersOf(first[1] as readonly JsonValue[]));
  return newGroup('and', Object.entries(filter).flatMap(([name, value]) => itemsOf(name, value)));
}

function membersOf(list: readonly JsonValue[]): FilterItem[] {
  return list.filter(isObject).map(itemOf);
}

/** A filter inside another: a condition where it is one, else a group. */
function itemOf(filter: JsonObject): FilterItem {
  const tree = treeOf(filter);
  const [only, ...rest] = tree.items;
  return only !== undefined && rest.length === 0 ? only : tree;
}

function itemsOf(name: string, value: JsonValue): FilterItem[] {
  if ((name === 'and' || name === 'or') && Array.isArray(value)) return [newGroup(name, membersOf(value as readonly JsonValue[]))];
  if (name === 'not' && isObject(value)) return [negate(itemOf(value))];
  if (!isObject(value)) return [value === null ? newTest(name, 'exists', false) : newTest(name, 'equals', value)];
  return Object.entries(value).map(([operator, operand]) => testOf(name, operator, operand));
}

function negate(item: FilterItem): FilterItem {
  return item.negated ? newGroup('and', [item], true) : { ...item, negated: true };
}

function testOf(name: string, operator: string, operand: JsonValue): FilterTest {
  if (operator === 'equals' && operand === null) return newTest(name, 'exists', false);
  if (operator === 'range' && isObject(operand)) {
    const [bound, ...more] = Object.keys(operand);
    return bound !== undefined && more.length === 0 ? newTest(name, bound, operand[bound]) : newTest(name, 'between', operand);
  }
  if (operator === 'related' && isObject(operand)) return newTest(name, 'related', undefined, { related: relatedOf(operand) });
  return newTest(name, operator, operand);
}

/** Only a FlexRelate's operand has a module beside its filter: elsewhere `module` would be a condition. */
function relatedOf(operand: JsonObject): NonNullable<FilterTest['related']> {
  const { module, filter } = operand;
  const isFlex = typeof module === 'string' && isObject(filter) && Object.keys(operand).length === 2;
  return isFlex ? { module, group: treeOf(filter) } : { module: undefined, group: treeOf(operand) };
}

/** The filter of a tree; conditions that are not filled in are left out. */
export function filterOfTree(group: FilterGroup): JsonObject {
  const inner = groupFilter(group);
  return group.negated && Object.keys(inner).length > 0 ? { not: inner } : inner;
}

function groupFilter({ join, items }: FilterGroup): JsonObject {
  const members = items.map(itemFilter).filter((member) => member !== undefined);
  const [only, ...rest] = members;
  if (only === undefined) return {};
  if (rest.length === 0) return only;
  if (join === 'or') return { or: members };
  const names = members.flatMap((member) => Object.keys(member));
  return new Set(names).size === names.length ? Object.assign({}, ...members) as JsonObject : { and: members };
}

function itemFilter(item: FilterItem): JsonObject | undefined {
  if (item.kind === 'group') {
    const filter = filterOfTree(item);
    return Object.keys(filter).length === 0 ? undefined : filter;
  }
  const operators = operatorsOf(item);
  if (operators === undefined) return undefined;
  const entry: JsonObject = { [item.fieldName]: operators };
  return item.negated ? { not: entry } : entry;
}

function operatorsOf(item: FilterTest): JsonObject | undefined {
  const { test, operand, related } = item;
  if (test === 'related') {
    const filter = related === undefined ? {} : filterOfTree(related.group);
    return { related: related?.module === undefined ? filter : { module: related.module, filter } };
  }
  if (!isTestFilled(item) || operand === undefined) return undefined;
  if (test === 'between') return { range: operand };
  return BOUNDS.some((bound) => bound === test) ? { range: { [test]: operand } } : { [test]: operand };
}

/** Whether a condition asks for something; one that does not is not part of the filter yet. */
export function isTestFilled({ test, operand }: FilterTest): boolean {
  return test === 'related' || operand !== undefined;
}

/** Puts another condition in the place of one that is shown, or takes it out; told by what it asks, as the filter may have changed since. One that is gone changes nothing. */
export function exchangeItem(filter: JsonObject, shown: FilterItem, next: FilterItem | undefined): JsonObject {
  const tree = treeOf(filter);
  const wanted = JSON.stringify(itemFilter(shown));
  if (JSON.stringify(itemFilter(tree)) === wanted) return next === undefined ? {} : itemFilter(next) ?? {};
  const found = tree.items.find((item) => JSON.stringify(itemFilter(item)) === wanted);
  return found === undefined ? filter : filterOfTree(replaceItem(tree, found.id, next));
}

/** Puts another item in the place of one, wherever it is in the tree; undefined takes it out. */
export function replaceItem(group: FilterGroup, id: number, next: FilterItem | undefined): FilterGroup {
  const items = group.items.flatMap((item): FilterItem[] => {
    if (item.id === id) return next === undefined ? [] : [next];
    if (item.kind === 'group') return [replaceItem(item, id, next)];
    return [item.related === undefined ? item : { ...item, related: { ...item.related, group: replaceItem(item.related.group, id, next) } }];
  });
  return { ...group, items };
}
