import { Outlet } from 'react-router';
import type { UserType } from '#engine/model/definitions';
import { LazyLiveHost } from '../features/live/index.ts';
import { ShellFrame } from '../features/shell/index.ts';
import { LazyBoundary, createLazyComponent, LoadingProgress } from '../kit/index.ts';
import { RequireSession } from './require-session.tsx';

const SessionWatch = createLazyComponent(async () => (await import('./session-watch.tsx')).SessionWatch);

/** The frame of one area around its pages. */
function Area({ types }: { readonly types: readonly UserType[] | 'any' }) {
  return (
    <RequireSession types={types}>
      {(shell) => (
        <ShellFrame shell={shell}>
          <LazyBoundary fallback={null}>
            <SessionWatch user={shell.user} />
          </LazyBoundary>
          <LazyLiveHost />
          <LazyBoundary fallback={<LoadingProgress active />}>
            <Outlet />
          </LazyBoundary>
        </ShellFrame>
      )}
    </RequireSession>
  );
}

/** `/app`: staff. A Dashboard user opens their records here too. */
export function StaffArea() {
  return <Area types={['Admin', 'Standard', 'Dashboard']} />;
}

/** `/dashboard`: the area of Dashboard users. */
export function DashboardArea() {
  return <Area types={['Dashboard']} />;
}

/** `/admin`: System Admin only, who passes every route guard. */
export function AdminArea() {
  return <Area types={[]} />;
}

/** Pages of plugins for every signed-in user. */
export function SignedInArea() {
  return <Area types="any" />;
}

/** `/provider`: the area of users of the type Provider. */
export function ProviderArea() {
  return <Area types={['Provider']} />;
}
