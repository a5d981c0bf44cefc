import { MusterError } from '../errors/index.ts';
import { createUnknownFieldError } from '../records/index.ts';
import { compareCodePoints, foldText, type JsonValue } from '#engine/model/values';
import { readPagination, type SearchParameters } from './request/search-input.ts';

type Entry = { readonly _id: string; readonly [property: string]: unknown };

/** Default page size, as in every search. */
const PAGE_SIZE = 10;
const MAX_LISTED = 1_000;

/** Returns all entries when no page is requested: clients load them all at once. */
export function listEntries(entries: readonly Entry[], search: SearchParameters = {}): object {
  return searchEntries(entries, { pageSize: Math.max(1, Math.min(entries.length, MAX_LISTED)), ...search });
}

/** Returns a page of definitions. There are few of them, so the search runs in memory, over their text, number and boolean properties. */
export function searchEntries(entries: readonly Entry[], search: SearchParameters): object {
  const properties = new Set(entries.flatMap((entry) => Object.keys(entry)));
  const matches = entries.filter(
    (entry) => matchesTerms(entry, search.searchTerms ?? {}, properties) && matchesSearch(entry, search.search),
  );
  const sorted = sortEntries(matches, search, properties);
  const page = readPagination(search, PAGE_SIZE);
  const found = sorted.slice(page.offset, page.offset + page.pageSize);
  const data =
    search.idsOnly === true ? found.map(({ _id }) => _id) : found.map((entry) => pickProperties(entry, search.fields, properties));
  return { data, total: sorted.length, pageNumber: page.pageNumber, pageSize: page.pageSize };
}

/** Picks the requested properties and always `_id`, as record searches do. */
function pickProperties(entry: Entry, names: readonly string[] | undefined, properties: ReadonlySet<string>): Entry {
  if (names === undefined) return entry;
  const unknown = names.find((name) => !properties.has(name));
  if (unknown !== undefined) throw createUnknownFieldError([unknown]);
  return { _id: entry._id, ...Object.fromEntries(names.filter((name) => name in entry).map((name) => [name, entry[name]])) };
}

function sortEntries(entries: readonly Entry[], search: SearchParameters, properties: ReadonlySet<string>): readonly Entry[] {
  const by = search.sortField ?? 'name';
  if (search.sortField !== undefined && entries.length > 0 && !properties.has(by)) throw createUnknownFieldError([by]);
  const direction = search.sortOrder === 'desc' ? -1 : 1;
  return [...entries].sort((a, b) => direction * compareCodePoints(textOf(a[by]), textOf(b[by])));
}

function matchesTerms(entry: Entry, terms: { readonly [name: string]: JsonValue }, properties: ReadonlySet<string>): boolean {
  return Object.entries(terms).every(([name, operand]) => {
    if (properties.size > 0 && !properties.has(name)) throw createUnknownFieldError([name]);
    return matchesOperand(entry[name], name, operand);
  });
}

function matchesOperand(value: unknown, name: string, operand: JsonValue): boolean {
  if (typeof operand !== 'object' || operand === null) return isSame(value, operand);
  return Object.entries(operand).every(([operator, wanted]) => {
    if (operator === 'equals') return isSame(value, wanted);
    if (operator === 'in' && Array.isArray(wanted)) return (wanted as readonly JsonValue[]).some((one) => isSame(value, one));
    if (operator === 'contains' && typeof wanted === 'string') return textOf(value).includes(foldText(wanted));
    if (operator === 'startsWith' && typeof wanted === 'string') return textOf(value).startsWith(foldText(wanted));
    if (operator === 'exists' && typeof wanted === 'boolean') return (value !== undefined && value !== null && value !== '') === wanted;
    throw refuse(`${name}.${operator}`, 'there is no such operator, or its operand is of another type');
  });
}

function matchesSearch(entry: Entry, words: string | undefined): boolean {
  if (words === undefined) return true;
  const text = Object.values(entry).map(textOf).join(' ');
  return foldText(words)
    .split(' ')
    .every((word) => text.includes(word));
}

function isSame(value: unknown, wanted: JsonValue): boolean {
  if (wanted === null) return value === undefined || value === null || value === '';
  return typeof wanted === 'string' ? typeof value === 'string' && textOf(value) === foldText(wanted) : value === wanted;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? foldText(value) : typeof value === 'number' ? String(value) : '';
}

function refuse(path: string, reason: string): MusterError {
  return new MusterError('filter_invalid', { values: { path, reason } });
}
