import type { PluginRouteContext } from '#engine';
import type { JsonObject, JsonValue } from '#engine/model';
import { MAX_RECORDS } from './search-page.ts';

/** Farther than anyone goes to work, and a filter goes. */
export const MAX_MILES = 500;
const MAX_PAGE_NUMBER = 1_000_000;

type ParameterContext = Pick<PluginRouteContext, 'refuse' | 'query'> & { setting(this: void, key: string): JsonValue | undefined };

/** How far around a place is looked, as a body or a path says; the setting where it says nothing. */
export function readMiles(context: ParameterContext, said: JsonValue | undefined): number {
  const value = said ?? context.setting('match_miles');
  const miles = value === '' ? Number.NaN : Number(value);
  return miles >= 0 && miles <= MAX_MILES ? miles : refuse(context, `miles is a number from 0 to ${MAX_MILES}`);
}

/** Page and order as a query string says them, in the shape of a body. */
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
