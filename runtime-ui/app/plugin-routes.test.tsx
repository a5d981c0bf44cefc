import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { createMemoryRouter, Outlet, RouterProvider, type RouteObject } from 'react-router';
import { useSession } from '../client/index.ts';
import { KitProvider } from '../kit/index.ts';
import { addPluginRoutes, type AreaRoute } from './plugin-routes.tsx';

function Page() {
  return <p>Page</p>;
}

const AREAS: readonly AreaRoute[] = [
  { path: 'app', element: <Outlet />, children: [{ path: '*', element: <p>Module</p> }] },
  { path: 'admin', element: <Outlet />, children: [{ index: true, element: <Page /> }] },
];

const load = async () => Promise.resolve(Page);

const CONTRIBUTIONS = [
  {
    plugin: 'paint',
    routedPages: [
      { route: '/app/colors', title: 'Colors', load },
      { route: '/admin/colors/list', title: 'List of colors', load },
      { route: '/sign/*', title: 'Signing', load },
    ],
    areas: [{ path: '/studio', userTypes: ['Painter'] }],
  },
  {
    plugin: 'other',
    routedPages: [
      { route: '/store/*', title: 'Store', audience: 'signed-in' as const, load },
      { route: '/studio/easel', title: 'Easel', load },
    ],
  },
];

const makeRoutes = () =>
  addPluginRoutes(AREAS, CONTRIBUTIONS, ({ path }) => ({
    path: path.slice(1),
    element: <Outlet />,
    children: [{ index: true, element: <p>Studio</p> }],
  }));

/** The paths of routes, with those below them. */
function listPaths(routes: readonly RouteObject[] = []): unknown[] {
  return routes.map(({ path, index, children }) => {
    const name = path ?? (index === true ? '(index)' : '(frame)');
    return children ? [name, listPaths(children)] : name;
  });
}

/** Opens a path among the routes. */
function open(path: string): void {
  const router = createMemoryRouter([{ path: '/', hydrateFallbackElement: <span />, children: makeRoutes() }], { initialEntries: [path] });
  render(
    <KitProvider goTo={() => undefined}>
      <RouterProvider router={router} />
    </KitProvider>,
  );
}

const setRunning = (plugins: readonly string[] | undefined) => act(() => useSession.setState({ plugins }));

afterEach(() => {
  cleanup();
  setRunning(undefined);
});

describe('routes of pages of plugins', () => {
  it('are below their area, beside the areas, or in the frame for every signed-in user', () => {
    expect(listPaths(makeRoutes())).toEqual([
      ['app', ['*', ['(frame)', ['colors']]]],
      ['admin', ['(index)', ['(frame)', ['colors/list']]]],
      ['(frame)', [['studio', ['(index)', ['(frame)', ['easel']]]]]],
      ['(frame)', ['sign/*']],
      ['(frame)', [['(frame)', ['store/*']]]],
    ]);
  });

  it.each([
    ['/app/colors', 'Page', 'Module'],
    ['/sign/1', 'Page', 'This page does not exist'],
    ['/studio', 'Studio', 'This page does not exist'],
  ])('show the page at %s while the plugin runs, as of the last shell', async (path, shown, instead) => {
    open(path);
    await screen.findByText(shown);
    setRunning(['other']);
    await screen.findByText(instead);
    expect(screen.queryByText(shown)).toBeNull();
    setRunning(['other', 'paint']);
    await screen.findByText(shown);
  });
});
