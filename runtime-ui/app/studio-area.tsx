import { Navigate, useRoutes, type RouteObject } from 'react-router';
import type { ShellView } from '#engine/model/wire';
import { homeRoute } from '../client/index.ts';
import { STUDIO_PAGES, StudioFrame, useStudioMenu } from '../features/studio/index.ts';
import { createLazyComponent, LazyBoundary, LoadingProgress } from '../kit/index.ts';
import { AreaFrame } from './area.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { RequireSession } from './require-session.tsx';

const PAGES: RouteObject[] = [
  { index: true, element: <Navigate to="modules" replace /> },
  ...STUDIO_PAGES.map(({ path, load }) => {
    const Page = createLazyComponent(load, 'place');
    return { path, element: <Page /> };
  }),
  { path: '*', element: <NotFoundPage /> },
];

/** `/admin/studio`: the studio with its own navigation; System Admins only. */
export function StudioArea() {
  return <RequireSession isOpenTo={() => false}>{(shell) => <Studio shell={shell} />}</RequireSession>;
}

function Studio({ shell }: { readonly shell: ShellView }) {
  const menu = useStudioMenu(homeRoute(shell.user));
  return (
    <AreaFrame shell={shell} menu={menu}>
      <StudioFrame user={shell.user}>
        <LazyBoundary fallback={<LoadingProgress active />}>
          <Pages />
        </LazyBoundary>
      </StudioFrame>
    </AreaFrame>
  );
}

function Pages() {
  return useRoutes(PAGES);
}
