import type { JsonValue } from '#engine/model/values';
import { isOutOfHistory } from './route-trail.ts';

/** Maximum number of pages in the history menu. */
export const MAX_VISITED_PAGES = 50;

/** A page counts as visited after it was open this many milliseconds. */
export const VISIT_MILLISECONDS = 1000;

/** An entry of the history menu. */
export type VisitedPage = { readonly route: string; readonly title: string; readonly at: string };

/** Whether a stored value is a list of visited pages. */
export function isVisitedPages(value: JsonValue): value is VisitedPage[] {
  return (
    Array.isArray(value) &&
    value.every(
      (page) =>
        typeof page === 'object' &&
        page !== null &&
        ['route', 'title', 'at'].every((name) => typeof (page as Record<string, JsonValue>)[name] === 'string'),
    )
  );
}

/** Adds a visit to the pages, newest first; a page visited again moves to the top. */
export function addVisit(pages: readonly VisitedPage[], visit: VisitedPage): readonly VisitedPage[] {
  if (isOutOfHistory(visit.route)) return pages;
  const path = visit.route.split('?')[0];
  return [visit, ...pages.filter((page) => page.route.split('?')[0] !== path)].slice(0, MAX_VISITED_PAGES);
}
