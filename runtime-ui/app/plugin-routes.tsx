import type { RouteObject } from 'react-router';
import type { RoutedPage } from '../extensions/index.ts';
import { usePageTitle } from '../views/index.ts';
import { SignedInArea } from './area.tsx';
import { lazyPage } from './lazy-page.tsx';

/** The routes of one area of the application. */
export type AreaRoute = RouteObject & { readonly path: string; readonly children: readonly RouteObject[] };

/** The page, or "coming soon" if it is planned; both are loaded when they are opened. */
function loadPage({ load, title }: RoutedPage, isPublic: boolean) {
  return lazyPage(async () => {
    if (load) {
      const Page = await load();
      return function TitledPage() {
        usePageTitle(title);
        return <Page />;
      };
    }
    const { ComingSoonPage, PublicComingSoonPage } = await import('./coming-soon-page.tsx');
    const Planned = isPublic ? PublicComingSoonPage : ComingSoonPage;
    return () => <Planned what={title} />;
  });
}

/** Adds the pages of plugins to the areas that their routes begin with; other pages become routes beside the areas. */
export function addPluginRoutes(areas: readonly AreaRoute[], pages: readonly RoutedPage[]): RouteObject[] {
  const isIn = ({ path }: AreaRoute, { route }: RoutedPage) => route.startsWith(`/${path}/`);
  const toRoute = (page: RoutedPage, start: number, isPublic = false): RouteObject => ({
    path: page.route.slice(start),
    lazy: loadPage(page, isPublic),
  });
  const others = pages.filter((page) => !areas.some((area) => isIn(area, page)));
  const signedIn = others.filter(({ audience }) => audience === 'signed-in');
  return [
    ...areas.map(
      (area): RouteObject => ({
        ...area,
        index: false,
        // Of two routes for the same path the first one is used.
        children: [...area.children, ...pages.filter((page) => isIn(area, page)).map((page) => toRoute(page, area.path.length + 2))],
      }),
    ),
    ...others.filter((page) => !signedIn.includes(page)).map((page) => toRoute(page, 1, true)),
    { element: <SignedInArea />, children: signedIn.map((page) => toRoute(page, 1)) },
  ];
}
