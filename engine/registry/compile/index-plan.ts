import type { CompiledField, IndexRule, IndexSchema, PlannedIndex } from '#engine/model/compiled';
import {
  isCommonLayout,
  type FinderDefinition,
  type InputType,
  type LayoutDefinition,
  type LayoutView,
  type ModuleDefinition,
  type SortDefinition,
} from '#engine/model/definitions';
import { isRelating } from './compile-relations.ts';
import { findSortKey, findTarget, type NamedTarget } from './layout-names.ts';
import { listEqualNames, listRuleBranches } from './finder-names.ts';

/** Maximum number of indexes of a module (MongoDB allows 64 per collection; the adapter uses some for itself). */
const MAX_INDEXES = 40;

/** Maximum number of fields at the start of a finder's index. */
const MAX_FINDER_KEYS = 3;

/** The input of the index plan. */
export interface IndexPlanInput {
  readonly definition: ModuleDefinition;
  readonly finders: readonly FinderDefinition[];
  readonly fields: ReadonlyMap<string, CompiledField>;
  /** Effective layouts. */
  readonly layouts: readonly LayoutDefinition[];
  readonly defaultSort: SortDefinition;
  /** The filters in the levels of roles on the module. */
  readonly roleRules: readonly { readonly [entry: string]: unknown }[];
  /** Whether a layout was generated; filters of generated layouts get no index. */
  readonly isGenerated: (layout: LayoutDefinition) => boolean;
}

type IndexCandidate = readonly string[];

/** Candidates by the rule that suggests them; the most useful rules come first. */
type Suggestions = readonly (readonly [rule: IndexRule, candidates: readonly IndexCandidate[]])[];

/**
 * The indexes of a module, the most useful first, at most 40 in addition to those that its definition leaves out: unique
 * fields; the default orders of its lists; list keys; ownership; row rules of roles; duplicates; declared ones; finders; the filter and sort pairs of the
 * search forms; relations; the order of each column that the grid shows. No index starts with `deleted`, because it is
 * almost always false. An index that is a prefix of another is omitted, because the longer one supports the same queries;
 * except for the default sort order of a list and that of a next free number, which need an index that continues with
 * `_id`. Each index costs time at every save that changes one of its keys, hence there is none for what only few requests
 * need: see `suggestColumns`; nor for the texts of search forms, which are searched by "contains".
 */
export function planIndexes(input: IndexPlanInput): PlannedIndex[] {
  const fields = [...input.fields.values()];
  const unique = fields.filter((field) => field.definition.unique === true).flatMap((field) => field.keys.slice(0, 1));
  const uniqueIds = new Set(unique.map((key) => key.id));
  const orders: Suggestions = [
    ['order', suggestDefaultSorts(input)],
    ['next number', suggestNextNumbers(input)],
  ];
  const others = suggestOthers(input, fields);
  const required = new Set(orders.flatMap(([, candidates]) => candidates.map(toPrefixKey)));
  const suggested = [
    ...orders.flatMap(([, candidates]) => candidates),
    ...others.flatMap(([, candidates]) => candidates.filter((one) => one.length > 1 || !uniqueIds.has(one[0] ?? ''))),
  ];
  const lists = new Set(fields.flatMap(listKeysOf));
  const leftOut = new Set(findKeyLists(input, input.definition.withoutIndexes).map(toPrefixKey));
  const planned = dropPrefixes(suggested, required).map((keys): PlannedIndex => {
    const isRequired = required.has(toPrefixKey(keys)) || keys.some((key) => lists.has(key));
    return {
      keys: [...keys],
      names: nameKeys(fields, keys),
      unique: false,
      rules: [...orders, ...others].flatMap(([rule, candidates]) =>
        candidates.some((one) => toPrefixKey(keys).startsWith(toPrefixKey(one))) ? [rule] : [],
      ),
      isRequired,
      isLeftOut: !isRequired && leftOut.has(toPrefixKey(keys)),
    };
  });
  const existing = [
    ...unique.map(
      ({ id }): PlannedIndex => ({
        keys: [id],
        names: nameKeys(fields, [id]),
        unique: true,
        rules: ['unique'],
        isRequired: true,
        isLeftOut: false,
      }),
    ),
    ...planned.filter(({ isLeftOut }) => !isLeftOut),
  ];
  return [...existing.slice(0, MAX_INDEXES), ...planned.filter(({ isLeftOut }) => isLeftOut)];
}

/** The suggestions of the rules that no query depends on. */
function suggestOthers(input: IndexPlanInput, fields: readonly CompiledField[]): Suggestions {
  return [
    ['list', suggestListKeys(fields)],
    ['owner', suggestOwners(input)],
    ['row rule', suggestRoleRules(input)],
    [
      'duplicates',
      findKeyLists(
        input,
        input.definition.duplicates?.rules.map((rule) => rule.fields),
      ),
    ],
    ['declared', suggestDeclared(input)],
    ['finder', suggestFinders(input)],
    ['search', suggestSearches(input, 'basic-search', 'grid')],
    ['relation', suggestRelations(fields)],
    ['column', suggestColumns(input)],
    ['popup search', suggestSearches(input, 'popup-search', 'popup-listview')],
  ];
}

/** The indexes of a plan that the store creates. */
export function toIndexSchemas(plan: readonly PlannedIndex[]): IndexSchema[] {
  return plan.filter(({ isLeftOut }) => !isLeftOut).map(({ keys, unique }) => (unique ? { keys, unique } : { keys }));
}

/** The names of keys: fields, parts of an Address ('home.city'), and the links of entries ('lines.links'). */
function nameKeys(fields: readonly CompiledField[], keys: readonly string[]): string[] {
  return keys.map((id) => {
    const field = fields.find(({ keys: own, linksKey }) => linksKey?.id === id || own.some((key) => key.id === id));
    // The key of a calculated field ends with a digest, which no name has.
    return field === undefined ? id : `${field.name}${id.slice(field.id.length).replace(/^~.*$/, '')}`;
  });
}

/** Ids of the text keys for which "contains" uses an index: the name, searchable fields, and texts of search forms. */
export function planContains(input: IndexPlanInput, nameField: string): string[] {
  const searchNames = new Set(listSearchNames(input, 'basic-search').concat(listSearchNames(input, 'popup-search')));
  const ids = new Set<string>();
  for (const field of input.fields.values()) {
    if (!field.type.operators.includes('contains') && field.type.comparison !== 'address') continue;
    const wanted = field.name === nameField || field.name === 'name' || field.definition.searchable === true;
    for (const key of field.keys) {
      const part = key.id.slice(field.id.length + 1);
      // A state has two letters: too short for a "contains" index.
      if (
        key.kind === 'text' &&
        part !== 'state' &&
        (wanted || searchNames.has(field.name) || (part !== '' && searchNames.has(`${field.name}.${part}`)))
      )
        ids.add(key.id);
    }
  }
  return [...ids];
}

function suggestDefaultSorts({ fields, layouts, defaultSort }: IndexPlanInput): IndexCandidate[] {
  const sorts = [defaultSort, ...layouts.flatMap((layout) => (layout.defaultSort ? [layout.defaultSort] : []))];
  return sorts.flatMap((sort) => toCandidate(findSortKey(fields, sort.sortField)?.id));
}

/** Finds the highest number by sorting, also for unique fields. */
function suggestNextNumbers({ finders, fields }: IndexPlanInput): IndexCandidate[] {
  return finders.flatMap(({ nextNumberOf }) => (nextNumberOf === undefined ? [] : toCandidate(findSortKey(fields, nextNumberOf)?.id)));
}

function suggestRelations(fields: readonly CompiledField[]): IndexCandidate[] {
  return fields
    .filter((field) => isRelating(field) && !field.system && !field.type.list)
    .flatMap((field) => toCandidate(field.keys[0]?.id));
}

function suggestListKeys(fields: readonly CompiledField[]): IndexCandidate[] {
  // Records are not searched by a whole message.
  const listed = fields.filter((field) => field.definition.inputType !== 'MessageListField');
  return listed.flatMap(listKeysOf).map((id) => [id]);
}

/** The ids of the keys of a field that are lists, with the links of its entries. */
function listKeysOf({ keys, linksKey }: CompiledField): string[] {
  return [...keys, linksKey].flatMap((key) => (key?.list === true ? [key.id] : []));
}

/** For users who only see their own records: the owner, then the default order of the module. */
function suggestOwners(input: IndexPlanInput): IndexCandidate[] {
  const owner = input.fields.get('assigned_to')?.keys[0]?.id;
  const sort = findSortKey(input.fields, input.defaultSort.sortField)?.id;
  return owner === undefined ? [] : [sort === undefined ? [owner] : [owner, sort]];
}

/** For users who see the records of a row rule: the fields that each branch of it compares, then the default order of the module. */
function suggestRoleRules({ fields, defaultSort, roleRules }: IndexPlanInput): IndexCandidate[] {
  const order = findSortKey(fields, defaultSort.sortField)?.id;
  return roleRules.flatMap(listRuleBranches).flatMap((names) => {
    const targets = names.flatMap((name) => findTarget(fields, name) ?? []);
    const keys = targets.flatMap((target) => (target.keys.length === 1 ? target.keys : []));
    if (keys.length === 0 || targets.some(({ field }) => field.definition.unique === true)) return [];
    const list = keys.find((key) => key.list);
    if (list !== undefined) return [[list.id]];
    const ids = keys.map((key) => key.id).slice(0, MAX_FINDER_KEYS);
    return [[...new Set([...ids, ...(order === undefined ? [] : [order])])]];
  });
}

function suggestDeclared(input: IndexPlanInput): IndexCandidate[] {
  return findKeyLists(input, input.definition.indexes);
}

/** The keys of lists of names; a list with an unknown name is left out. */
function findKeyLists({ fields }: IndexPlanInput, lists: readonly (readonly string[])[] | undefined): IndexCandidate[] {
  return (lists ?? []).flatMap((names) => {
    const keys = names.map((name) => findTarget(fields, name)?.keys[0]?.id);
    return keys.every((key) => key !== undefined) ? [keys] : [];
  });
}

/** The equality terms of a finder, then its order; a unique value or a list key needs no order. */
function suggestFinders({ finders, fields, defaultSort }: IndexPlanInput): IndexCandidate[] {
  return finders.flatMap(({ terms, sort }) => {
    if (terms === undefined) return [];
    const targets = listEqualNames(terms).flatMap((name) => findTarget(fields, name) ?? []);
    const keys = targets.flatMap((target) => (target.keys.length === 1 ? target.keys : []));
    if (targets.some(({ field }) => field.definition.unique === true)) return [];
    const list = keys.find((key) => key.list);
    const order = findSortKey(fields, (sort ?? defaultSort).sortField)?.id;
    const ids = keys.map((key) => key.id).slice(0, MAX_FINDER_KEYS);
    return list === undefined ? [[...new Set([...ids, ...(order === undefined ? [] : [order])])]] : [[list.id]];
  });
}

/** Each field of a search form, followed by the order of the list that it searches. */
function suggestSearches(input: IndexPlanInput, search: LayoutView, list: LayoutView): IndexCandidate[] {
  const sort = input.layouts.find((layout) => layout.view === list && isCommonLayout(layout))?.defaultSort ?? input.defaultSort;
  const sortKey = findSortKey(input.fields, sort.sortField)?.id;
  return listSearchNames(input, search).flatMap((name) => {
    const target = findTarget(input.fields, name);
    if (!target || target.field.type.comparison === 'none' || target.field.name === 'deleted') return [];
    return suggestSearch(target, sortKey);
  });
}

/** Texts are searched by "contains", which has its own index; all other fields are followed by the order. */
function suggestSearch({ field, keys }: NamedTarget, sortKey: string | undefined): IndexCandidate[] {
  const { comparison } = field.type;
  if (keys.length > 1 || comparison === 'text') return [];
  const alone = comparison === 'phone' || sortKey === undefined;
  return keys.map((key) => (key.list || alone || key.id === sortKey ? [key.id] : [key.id, sortKey]));
}

/** Types of values by which hardly anyone orders a list: yes and no, and long or opaque texts. */
const SELDOM_SORTED: ReadonlySet<InputType> = new Set(['Checkbox', 'Phone', 'TextArea', 'Url']);

/**
 * The columns that the grid shows. Some are not worth the cost of an index at each save: hidden columns, those of a popup,
 * those of types that are seldom sorted, and the time of the last change, which every save changes. Their order is computed
 * when it is requested.
 */
function suggestColumns({ fields, layouts, isGenerated }: IndexPlanInput): IndexCandidate[] {
  const columns = layouts
    .filter((layout) => layout.view === 'grid' && !isGenerated(layout))
    .flatMap((layout) => layout.sections.flatMap((section) => section.fields));
  return columns.flatMap(({ fieldName, hidden }) => {
    const inputType = fields.get(fieldName)?.definition.inputType;
    if (hidden === true || fieldName === 'updatedAt' || (inputType !== undefined && SELDOM_SORTED.has(inputType))) return [];
    return toCandidate(findSortKey(fields, fieldName)?.id);
  });
}

function listSearchNames({ layouts, isGenerated }: IndexPlanInput, view: LayoutView): string[] {
  return layouts
    .filter((layout) => layout.view === view && !isGenerated(layout))
    .flatMap((layout) => layout.sections.flatMap((section) => section.fields.map((field) => field.fieldName)));
}

function toCandidate(key: string | undefined): IndexCandidate[] {
  return key === undefined ? [] : [[key]];
}

function toPrefixKey(candidate: IndexCandidate): string {
  return `${candidate.join('|')}|`;
}

function dropPrefixes(candidates: readonly IndexCandidate[], required: ReadonlySet<string>): IndexCandidate[] {
  const joined = candidates.map(toPrefixKey);
  return candidates.filter((_, index) => {
    const own = joined[index] ?? '';
    return joined.indexOf(own) === index && (required.has(own) || !joined.some((other) => other !== own && other.startsWith(own)));
  });
}
