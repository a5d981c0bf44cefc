import { describe, expect, it } from 'vitest';
import type { RouteObject } from 'react-router';
import { addPluginRoutes } from './plugin-routes.tsx';

function Page() {
  return <p>Page</p>;
}

const AREAS = [
  { path: 'app', children: [{ path: '*', element: <Page /> }] },
  { path: 'admin', children: [{ index: true, element: <Page /> }] },
];

/** The paths of routes, with those below them. */
function listPaths(routes: readonly RouteObject[] = []): unknown[] {
  return routes.map(({ path, index, children }) => {
    const name = path ?? (index === true ? '(index)' : '(frame)');
    return children ? [name, listPaths(children)] : name;
  });
}

describe('routes of pages of plugins', () => {
  it('are below their area, beside the areas, or in the frame for every signed-in user', () => {
    const routes = addPluginRoutes(AREAS, [
      { route: '/app/colors', title: 'Colors', load: async () => Promise.resolve(Page) },
      { route: '/admin/colors/list', title: 'List of colors' },
      { route: '/sign/*', title: 'Signing' },
      { route: '/store/*', title: 'Store', audience: 'signed-in' },
    ]);
    expect(listPaths(routes)).toEqual([
      ['app', ['*', 'colors']],
      ['admin', ['(index)', 'colors/list']],
      'sign/*',
      ['(frame)', ['store/*']],
    ]);
  });
});
