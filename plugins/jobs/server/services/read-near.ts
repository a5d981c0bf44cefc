import type { PluginRouteContext } from '#engine';
import type { JsonObject, JsonValue } from '#engine/model';
import { MOST_RECORDS } from './search-page.ts';

/** Farther than anyone goes to work, and a filter goes. */
export const MOST_MILES = 500;
const MOST_PAGES = 1_000_000;

type Asked = Pick<PluginRouteContext, 'refuse' | 'query'> & { setting(this: void, key: string): JsonValue | undefined };

/** How far around a place is looked, as a body or a path says; the setting where it says nothing. */
export function milesOf(context: Asked, said: JsonValue | undefined): number {
  const value = said ?? context.setting('match_miles');
  const miles = value === '' ? Number.NaN : Number(value);
  return miles >= 0 && miles <= MOST_MILES ? miles : refuse(context, `miles is a number from 0 to ${MOST_MILES}`);
}

/** Page and order as a query string says them, in the shape of a body. */
export function searchOfQuery(context: Asked): JsonObject {
  const { pageNumber, pageSize, sortField, sortOrder } = context.query;
  return {
    ...(pageNumber === undefined ? {} : { pageNumber: readCount(context, 'pageNumber', pageNumber, 0, MOST_PAGES) }),
    ...(pageSize === undefined ? {} : { pageSize: readCount(context, 'pageSize', pageSize, 1, MOST_RECORDS) }),
    ...(sortField === undefined ? {} : { sortField }),
    ...(sortOrder === undefined ? {} : { sortOrder }),
  };
}

function readCount(context: Asked, name: string, text: string, least: number, most: number): number {
  const count = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  return count >= least && count <= most ? count : refuse(context, `${name} is a number from ${least} to ${most}`);
}

function refuse(context: Asked, reason: string): never {
  return context.refuse('parameter_invalid', { message: `A parameter is not valid: ${reason}.` });
}
