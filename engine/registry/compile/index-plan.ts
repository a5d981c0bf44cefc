import type { CompiledField, IndexSchema, LayoutDefinition, LayoutView, FinderDefinition, ModuleDefinition, SortDefinition } from '#engine/model';
import { isRelating } from './compile-relations.ts';
import { findSortKey, findTarget, type NamedTarget } from './layout-names.ts';
import { listEqualNames } from './finder-names.ts';

/** Indexes a module has at most (MongoDB allows 64 a collection; the adapter keeps some for itself). */
const MAX_INDEXES = 40;

/** Fields that the index of a look-up leads with at most. */
const MAX_FINDER_KEYS = 3;

/** What the plan is made from. */
export interface IndexPlanInput {
  readonly definition: ModuleDefinition;
  readonly finders: readonly FinderDefinition[];
  readonly fields: ReadonlyMap<string, CompiledField>;
  /** Effective layouts. */
  readonly layouts: readonly LayoutDefinition[];
  readonly defaultSort: SortDefinition;
  /** The module's generated layouts, whose filters are not worth an index. */
  readonly isGenerated: (layout: LayoutDefinition) => boolean;
}

type IndexCandidate = readonly string[];

/**
 * The indexes of a module, the most useful first, at most 40: unique fields; relations; list keys; ownership; look-ups; the sort
 * orders and filter + sort pairs of grid (the columns shown), basic search and popup; the definition's own wishes. `deleted` never leads: it
 * is practically always false. An index that begins another is left out, for the longer one finds what it would; but for
 * the order that a list opens in, and that of a next free number, which only an index that goes on with `_id` has.
 */
export function planIndexes(input: IndexPlanInput): IndexSchema[] {
  const fields = [...input.fields.values()];
  const unique = fields.filter((field) => field.definition.unique === true).flatMap((field) => field.keys.slice(0, 1));
  const uniqueIds = new Set(unique.map((key) => key.id));
  const orders = [...suggestDefaultSorts(input), ...suggestNextNumbers(input)];
  const candidates: IndexCandidate[] = [
    ...suggestListKeys(fields),
    ...suggestOwners(input),
    ...suggestDeclared(input),
    ...suggestFinders(input),
    ...suggestSearches(input, 'basic-search', 'grid'),
    ...suggestRelations(fields),
    ...suggestColumns(input, 'grid'),
    ...suggestSearches(input, 'popup-search', 'popup-listview'),
    ...suggestColumns(input, 'popup-listview'),
  ];
  const plan = dropPrefixes([...orders, ...candidates.filter((candidate) => candidate.length > 1 || !uniqueIds.has(candidate[0] ?? ''))], new Set(orders.map(toPrefixKey)));
  return [...unique.map((key) => ({ keys: [key.id], unique: true })), ...plan.map((keys) => ({ keys: [...keys] }))].slice(0, MAX_INDEXES);
}

/** Ids of the text keys that answer "contains" from an index: the name, searchable fields, and texts that a search form asks for. */
export function planContains(input: IndexPlanInput, nameField: string): string[] {
  const asked = new Set(listSearchNames(input, 'basic-search').concat(listSearchNames(input, 'popup-search')));
  const ids = new Set<string>();
  for (const field of input.fields.values()) {
    if (!field.type.operators.includes('contains') && field.type.comparison !== 'address') continue;
    const wanted = field.name === nameField || field.name === 'name' || field.definition.searchable === true;
    for (const key of field.keys) {
      const part = key.id.slice(field.id.length + 1);
      // A state is two letters: fewer than "contains" can look up.
      if (key.kind === 'text' && part !== 'state' && (wanted || asked.has(field.name) || (part !== '' && asked.has(`${field.name}.${part}`)))) ids.add(key.id);
    }
  }
  return [...ids];
}

function suggestDefaultSorts({ fields, layouts, defaultSort }: IndexPlanInput): IndexCandidate[] {
  const sorts = [defaultSort, ...layouts.flatMap((layout) => (layout.defaultSort ? [layout.defaultSort] : []))];
  return sorts.flatMap((sort) => toCandidate(findSortKey(fields, sort.sortField)?.id));
}

/** The highest number is the last in order, of a unique one too. */
function suggestNextNumbers({ finders, fields }: IndexPlanInput): IndexCandidate[] {
  return finders.flatMap(({ next }) => (next === undefined ? [] : toCandidate(findSortKey(fields, next)?.id)));
}

function suggestRelations(fields: readonly CompiledField[]): IndexCandidate[] {
  return fields.filter((field) => isRelating(field) && !field.system && !field.type.list).flatMap((field) => toCandidate(field.keys[0]?.id));
}

function suggestListKeys(fields: readonly CompiledField[]): IndexCandidate[] {
  // Nobody looks records up by a whole message.
  const listed = fields.filter((field) => field.definition.inputType !== 'MessageListField');
  return listed.flatMap((field) => field.keys).filter((key) => key.list).map((key) => [key.id]);
}

/** Who sees few of many walks from the owner, in the module's usual order. */
function suggestOwners(input: IndexPlanInput): IndexCandidate[] {
  const owner = input.fields.get('assigned_to')?.keys[0]?.id;
  const sort = findSortKey(input.fields, input.defaultSort.sortField)?.id;
  return owner === undefined ? [] : [sort === undefined ? [owner] : [owner, sort]];
}

function suggestDeclared({ definition, fields }: IndexPlanInput): IndexCandidate[] {
  return (definition.indexes ?? []).flatMap((names) => {
    const keys = names.map((name) => findTarget(fields, name)?.keys[0]?.id);
    return keys.every((key) => key !== undefined) ? [keys] : [];
  });
}

/** What a look-up asks for, before its order; a value that is unique or in a list needs no order after it. */
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

/** Each field of a search form, before the order of the list that it searches. */
function suggestSearches(input: IndexPlanInput, search: LayoutView, list: LayoutView): IndexCandidate[] {
  const sort = input.layouts.find((layout) => layout.view === list && layout.role === undefined)?.defaultSort ?? input.defaultSort;
  const sortKey = findSortKey(input.fields, sort.sortField)?.id;
  return listSearchNames(input, search).flatMap((name) => {
    const target = findTarget(input.fields, name);
    if (!target || target.field.type.comparison === 'none' || target.field.name === 'deleted') return [];
    return suggestSearch(target, sortKey);
  });
}

/** Texts are searched by what they hold or begin with, which no pair serves; all else goes before the order. */
function suggestSearch({ field, keys }: NamedTarget, sortKey: string | undefined): IndexCandidate[] {
  const { comparison } = field.type;
  if (keys.length > 1) return [];
  const alone = comparison === 'text' || comparison === 'phone' || sortKey === undefined;
  return keys.map((key) => (key.list || alone || key.id === sortKey ? [key.id] : [key.id, sortKey]));
}

/** The columns that a list shows. One that is only there to be chosen is no index's worth at each save: its order is made when it is asked for. */
function suggestColumns({ fields, layouts, isGenerated }: IndexPlanInput, view: LayoutView): IndexCandidate[] {
  const columns = layouts.filter((layout) => layout.view === view && !isGenerated(layout)).flatMap((layout) => layout.sections.flatMap((section) => section.fields));
  return columns.filter((column) => column.hidden !== true).flatMap((column) => toCandidate(findSortKey(fields, column.fieldName)?.id));
}

function listSearchNames({ layouts, isGenerated }: IndexPlanInput, view: LayoutView): string[] {
  return layouts.filter((layout) => layout.view === view && !isGenerated(layout)).flatMap((layout) => layout.sections.flatMap((section) => section.fields.map((field) => field.fieldName)));
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
