import type { JsonValue } from '#engine/model';
import { isOutOfHistory } from './route-trail.ts';

/** Most pages that the history menu lists. */
export const MAX_VISITED_PAGES = 50;

/** A page counts as visited once it was open this long. */
export const VISIT_MILLISECONDS = 1000;

/** A page of the history menu. */
export type VisitedPage = { readonly route: string; readonly title: string; readonly at: string };

/** Whether a kept value is a list of visited pages. */
export function isVisitedPages(value: JsonValue): value is VisitedPage[] {
  return Array.isArray(value) && value.every((page) => typeof page === 'object' && page !== null && ['route', 'title', 'at'].every((name) => typeof (page as Record<string, JsonValue>)[name] === 'string'));
}

/** The pages after one more visit, newest first; a page visited again moves up. */
export function addVisit(pages: readonly VisitedPage[], visit: VisitedPage): readonly VisitedPage[] {
  if (isOutOfHistory(visit.route)) return pages;
  const path = visit.route.split('?')[0];
  return [visit, ...pages.filter((page) => page.route.split('?')[0] !== path)].slice(0, MAX_VISITED_PAGES);
}
