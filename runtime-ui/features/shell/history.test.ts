import { describe, expect, it } from 'vitest';
import { extendTrail, isOutOfHistory, stepBack, type RouteTrail } from './route-trail.ts';
import { addVisit, isVisitedPages, MAX_VISITED_PAGES, type VisitedPage } from './visited-pages.ts';

const trailOf = (...routes: string[]): RouteTrail => routes.reduce<RouteTrail>((trail, route) => extendTrail(trail, route, false), []);

describe('the route trail', () => {
  it('contains the last ten routes', () => {
    const trail = trailOf(...Array.from({ length: 15 }, (_, at) => `/app/books/${at}`));
    expect(trail).toHaveLength(11);
    let { target, trail: left } = stepBack(trail, '/app/books/14');
    const targets = [];
    while (target !== undefined) {
      targets.push(target);
      ({ target, trail: left } = stepBack(left, target));
    }
    expect(targets).toEqual(Array.from({ length: 10 }, (_, at) => `/app/books/${13 - at}`));
  });

  it.each(['/admin', '/admin/user-management', '/login', '/logout', '/app/load', '/portal/load', '/login?x=1'])('omits %s', (route) => {
    expect(isOutOfHistory(route)).toBe(true);
    expect(trailOf('/app/books', route)).toEqual(['/app/books']);
  });

  it.each(['/app/loading', '/app/books/load', '/app/books', '/app/module/logins', '/loginx'])('contains %s', (route) => {
    expect(isOutOfHistory(route)).toBe(false);
  });

  it('contains a page once, with its newest filter', () => {
    expect(trailOf('/app/books', '/app/books?view=mine', '/app/books?view=all', '/app/orders')).toEqual([
      '/app/books?view=all',
      '/app/orders',
    ]);
  });

  it('follows the Back button of the browser', () => {
    expect(extendTrail(['/a', '/b', '/c'], '/b', true)).toEqual(['/a', '/b']);
    expect(extendTrail(['/a', '/b', '/c'], '/b', false)).toEqual(['/a', '/b', '/c', '/b']);
  });

  it('treats a page that was opened in place of another as the same step', () => {
    expect(extendTrail(['/app/books', '/app/books/1'], '/app/books/2', false, '/app/books/1')).toEqual(['/app/books', '/app/books/2']);
    // Returns to the record behind its form, without a third step.
    expect(extendTrail(['/app/books', '/app/books/1', '/app/books/1/edit'], '/app/books/1', false, '/app/books/1/edit')).toEqual([
      '/app/books',
      '/app/books/1',
    ]);
    expect(extendTrail(['/app/books'], '/app/orders', false, '/login')).toEqual(['/app/books', '/app/orders']);
  });

  it('goes from an omitted page to the last one that is not omitted', () => {
    expect(stepBack(['/app/books', '/app/orders'], '/admin')).toEqual({ target: '/app/orders', trail: ['/app/books', '/app/orders'] });
    expect(stepBack(['/app/books'], '/app/books').target).toBeUndefined();
  });
});

describe('visited pages', () => {
  const visit = (route: string): VisitedPage => ({ route, title: route, at: '2026-11-21T10:00:00.000Z' });

  it('are at most fifty, newest first, each once', () => {
    const pages = Array.from({ length: 60 }, (_, at) => visit(`/app/books/${at}`)).reduce<readonly VisitedPage[]>(addVisit, []);
    expect(pages).toHaveLength(MAX_VISITED_PAGES);
    expect(
      addVisit(pages, visit('/app/books/40?tab=history'))
        .slice(0, 2)
        .map(({ route }) => route),
    ).toEqual(['/app/books/40?tab=history', '/app/books/59']);
    expect(addVisit(pages, visit('/app/books/40'))).toHaveLength(MAX_VISITED_PAGES);
  });

  it('omit what navigation history omits', () => {
    expect(addVisit([], visit('/admin/studio'))).toEqual([]);
  });

  it('are read only if the stored value is valid', () => {
    expect([isVisitedPages([visit('/a')]), isVisitedPages([{ route: 1 }]), isVisitedPages('x'), isVisitedPages([null])]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});
