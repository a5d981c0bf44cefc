import type { PluginRouteContext } from '#engine';
import type { JsonObject, JsonValue } from '#engine/model';
import { MAX_RECORDS } from './search-page.ts';

/** Maximum radius in miles. */
export const MAX_MILES = 500;
const MAX_PAGE_NUMBER = 1_000_000;

type ParameterContext = Pick<PluginRouteContext, 'refuse' | 'query'> & { setting(this: void, key: string): JsonValue | undefined };

/** The radius in miles from a body or a path; the default from the settings if it is missing. */
export function readMiles(context: ParameterContext, said: JsonValue | undefined): number {
  const value = said ?? context.setting('match_miles');
  const miles = value === '' ? Number.NaN : Number(value);
  return miles >= 0 && miles <= MAX_MILES ? miles : refuse(context, `miles is a number from 0 to ${MAX_MILES}`);
}

/** Reads page and sort order from a query string, in the format of a search body. */
export function readSearchQuery(context: ParameterContext): JsonObject {
  const { pageNumber, pageSize, sortField, sortOrder } = context.query;
  return {
    ...(pageNumber === undefined ? {} : { pageNumber: readCount(context, 'pageNumber', pageNumber, 0, MAX_PAGE_NUMBER) }),
    ...(pageSize === undefined ? {} : { pageSize: readCount(context, 'pageSize', pageSize, 1, MAX_RECORDS) }),
    ...(sortField === undefined ? {} : { sortField }),
    ...(sortOrder === undefined ? {} : { sortOrder }),
  };
}

function readCount(context: ParameterContext, name: string, text: string, least: number, most: number): number {
  const count = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  return count >= least && count <= most ? count : refuse(context, `${name} is a number from ${least} to ${most}`);
}

function refuse(context: ParameterContext, reason: string): never {
  return context.refuse('parameter_invalid', { message: `A parameter is not valid: ${reason}.` });
}
