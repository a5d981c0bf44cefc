import { Navigate, Route, Routes } from 'react-router';
import type { ShellView } from '#engine/model/wire';
import { homeRoute } from '../client/index.ts';
import { STUDIO_PAGES, StudioFrame, useStudioMenu } from '../features/studio/index.ts';
import { createLazyComponent, LazyBoundary, LoadingProgress } from '../kit/index.ts';
import { AreaFrame } from './area.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { RequireSession } from './require-session.tsx';

const PAGES = STUDIO_PAGES.map(({ path, load }) => ({ path, Page: createLazyComponent(load, 'place') }));

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
          <Routes>
            <Route index element={<Navigate to="modules" replace />} />
            {PAGES.map(({ path, Page }) => (
              <Route key={path} path={path} element={<Page />} />
            ))}
            <Route path="*" element={<NotFoundPage />} />
          </Routes>
        </LazyBoundary>
      </StudioFrame>
    </AreaFrame>
  );
}
