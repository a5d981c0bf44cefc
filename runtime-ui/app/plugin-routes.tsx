import type { ReactNode } from 'react';
import { Outlet, type RouteObject } from 'react-router';
import { useSession, type UserArea } from '../client/index.ts';
import type { RoutedPage, UiContribution } from '../extensions/index.ts';
import { usePageTitle } from '../kit/index.ts';
import { SignedInArea } from './area.tsx';
import { lazyPage } from './lazy-page.tsx';
import { NotFoundPage } from './not-found-page.tsx';

/** The routes of one area of the application. */
export type AreaRoute = RouteObject & { readonly path: string; readonly children: readonly RouteObject[] };

function loadPage({ load, title }: RoutedPage) {
  return lazyPage(async () => {
    const Page = await load();
    return function TitledPage() {
      usePageTitle(title);
      return <Page />;
    };
  });
}

interface PluginGuardProps {
  readonly plugin: string;
  /** What the path shows without the plugin. */
  readonly fallback: ReactNode;
}

function PluginGuard({ plugin, fallback }: PluginGuardProps) {
  const isRunning = useSession(({ plugins }) => plugins?.includes(plugin) ?? true);
  return isRunning ? <Outlet /> : fallback;
}

/** The route while its plugin runs. */
function guardRoute(plugin: string, route: RouteObject, fallback: ReactNode = <NotFoundPage />): RouteObject {
  return { element: <PluginGuard plugin={plugin} fallback={fallback} />, children: [route] };
}

/**
 * Adds the areas and pages of plugins: a page to the area that its route begins with, or beside the areas. `toArea` creates the routes of
 * an area.
 */
export function addPluginRoutes(
  areas: readonly AreaRoute[],
  contributions: readonly UiContribution[],
  toArea: (area: UserArea) => AreaRoute,
): RouteObject[] {
  const pages = contributions.flatMap(({ plugin, routedPages = [] }) => routedPages.map((page) => ({ plugin, page })));
  const added = contributions.flatMap(({ plugin, areas: own = [] }) => own.map((area) => ({ plugin, area: toArea(area) })));
  const all = [...areas, ...added.map(({ area }) => area)];
  const isIn = ({ path }: AreaRoute, { route }: RoutedPage) => route.startsWith(`/${path}/`);
  const toRoute = (page: RoutedPage, start: number): RouteObject => ({ path: page.route.slice(start), lazy: loadPage(page) });
  const withPages = (area: AreaRoute): RouteObject => {
    const { element } = area.children.find(({ path }) => path === '*') ?? {};
    const own = pages.filter(({ page }) => isIn(area, page));
    const guarded = own.map(({ plugin, page }) => guardRoute(plugin, toRoute(page, area.path.length + 2), element));
    // Of two routes for the same path the first one is used.
    return { ...area, index: false, children: [...area.children, ...guarded] };
  };
  const others = pages.filter(({ page }) => !all.some((area) => isIn(area, page)));
  return [
    ...areas.map(withPages),
    ...added.map(({ plugin, area }) => guardRoute(plugin, withPages(area))),
    ...others.map(({ plugin, page }) =>
      page.audience === 'signed-in'
        ? guardRoute(plugin, { element: <SignedInArea />, children: [toRoute(page, 1)] })
        : guardRoute(plugin, toRoute(page, 1)),
    ),
  ];
}
