import type { JsonObject, JsonValue, ModuleView } from '#engine/model';
import { isObject } from '../module/record-value.ts';

/** Rows a page that people can choose. */
export const PAGE_SIZES = [10, 25, 50, 100] as const;

/** What a list shows: everything that its address (query string) carries. */
export interface ListState {
  /** From 0. */
  readonly page: number;
  /** Rows a page; 0: endless scrolling. */
  readonly pageSize: number;
  readonly sortField: string;
  readonly sortOrder: 'asc' | 'desc';
  /** One entry a field, in the filter grammar. */
  readonly terms: JsonObject;
  /** Words looked for in the searchable fields. */
  readonly words: string;
  /** Name of the view tab: 'all', 'mine' … */
  readonly view: string;
}

/** What a list shows before anything was chosen. `kept` is what this user chose last. */
export function initialListState(module: ModuleView, kept: { readonly pageSize?: number | undefined } = {}): ListState {
  const sort = module.layouts.grid?.defaultSort ?? module.defaultSort;
  const pageSize = kept.pageSize ?? module.layouts.grid?.pageSize ?? module.pageSize;
  return { page: 0, pageSize, sortField: sort.sortField, sortOrder: sort.sortOrder, terms: {}, words: '', view: 'all' };
}

function readTerms(text: string | null): JsonObject | undefined {
  if (text === null) return undefined;
  try {
    const value = JSON.parse(text) as JsonValue;
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function readCount(text: string | null): number | undefined {
  return text !== null && /^\d{1,7}$/.test(text) ? Number(text) : undefined;
}

/** Reads a list's state from its query string; what is missing or broken there is as in `initial`. */
export function readListState(query: URLSearchParams, initial: ListState): ListState {
  const order = query.get('order');
  return {
    page: Math.max(0, (readCount(query.get('page')) ?? 1) - 1),
    pageSize: readCount(query.get('size')) ?? initial.pageSize,
    sortField: query.get('sort') ?? initial.sortField,
    sortOrder: order === 'asc' || order === 'desc' ? order : initial.sortOrder,
    terms: readTerms(query.get('filter')) ?? initial.terms,
    words: query.get('q') ?? '',
    view: query.get('view') ?? 'all',
  };
}

/** Writes a state as a query string: only what differs from `initial`, so that plain lists keep plain addresses. */
export function writeListState(state: ListState, initial: ListState): URLSearchParams {
  const query = new URLSearchParams();
  if (state.view !== 'all') query.set('view', state.view);
  if (state.words !== '') query.set('q', state.words);
  if (Object.keys(state.terms).length > 0) query.set('filter', JSON.stringify(state.terms));
  if (state.sortField !== initial.sortField) query.set('sort', state.sortField);
  if (state.sortOrder !== initial.sortOrder || state.sortField !== initial.sortField) query.set('order', state.sortOrder);
  if (state.pageSize !== initial.pageSize) query.set('size', String(state.pageSize));
  if (state.page > 0) query.set('page', String(state.page + 1));
  return query;
}

/** The whole filter of a state: the view's own terms and those that people set. */
export function combineTerms(viewTerms: JsonObject, terms: JsonObject): JsonObject {
  if (Object.keys(viewTerms).length === 0) return terms;
  if (Object.keys(terms).length === 0) return viewTerms;
  return { and: [viewTerms, terms] };
}
