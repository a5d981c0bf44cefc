import { Outlet, useLocation } from 'react-router';
import type { ShellView } from '#engine/model/wire';
import { toAdminMenu } from '../features/administration/index.ts';
import { LazyBoundary, LoadingProgress } from '../kit/index.ts';
import { AreaFrame } from './area.tsx';
import { RequireSession } from './require-session.tsx';

/** `/admin`: System Admin only, who passes every route guard. The menu at the left is that of the administration. */
export function AdminArea() {
  return <RequireSession isOpenTo={() => false}>{(shell) => <Administration shell={shell} />}</RequireSession>;
}

function Administration({ shell }: { readonly shell: ShellView }) {
  const { pathname } = useLocation();
  return (
    <AreaFrame shell={shell} menu={toAdminMenu(shell, pathname)}>
      <LazyBoundary fallback={<LoadingProgress active />}>
        <Outlet />
      </LazyBoundary>
    </AreaFrame>
  );
}
