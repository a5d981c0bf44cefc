import type { CompiledModule, JsonObject, JsonValue } from '#engine/model';
import { SEARCH_SCHEMA, searchCheck, type SearchParameters } from '../request/search-input.ts';
import { IGNORED } from '../request/write-input.ts';
import type { ModuleRequestContext } from './module-request-context.ts';

const TAKEN = new Set(Object.keys(SEARCH_SCHEMA.properties).filter((name) => !(IGNORED as readonly string[]).includes(name)));

/**
 * Reads the body of search-for-one: a search, and fields of the module with their required values, where null matches
 * empty fields: `{ kind: 'hourly', partner: null }`. With a list, the field must contain every value of the
 * list.
 */
export function readSearchForOne({ module, body }: Pick<ModuleRequestContext, 'module' | 'body'>): SearchParameters {
  const names = Object.keys(body).filter((name) => isFieldAlone(module, name));
  if (names.length === 0) return searchCheck.read(body);
  const search = searchCheck.read(Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name))));
  const terms = names.flatMap((name) => termsOf(name, body[name] ?? null));
  return { ...search, searchTerms: { and: search.searchTerms === undefined ? terms : [search.searchTerms, ...terms] } };
}

/** A search parameter takes precedence over a field of the same name. A name in `IGNORED` is a field when the module has such a field. */
function isFieldAlone(module: CompiledModule, name: string): boolean {
  return module.fields.has(name) && !TAKEN.has(name);
}

function termsOf(name: string, value: JsonValue): readonly JsonObject[] {
  if (Array.isArray(value) && value.length > 0) return value.map((one: JsonValue) => ({ [name]: { equals: one } }));
  return [{ [name]: { equals: Array.isArray(value) ? null : value } }];
}
