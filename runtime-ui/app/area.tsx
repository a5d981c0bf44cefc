import { Suspense } from 'react';
import { Outlet } from 'react-router';
import type { UserType } from '#engine/model';
import { ShellFrame } from '../features/shell/index.ts';
import { LoadingProgress } from '../kit/index.ts';
import { RequireSession } from './require-session.tsx';

/** The frame of one area around its pages. */
function Area({ types }: { readonly types: readonly (UserType | 'any')[] }) {
  return (
    <RequireSession types={types}>
      {(shell) => (
        <ShellFrame shell={shell}>
          <Suspense fallback={<LoadingProgress active />}><Outlet /></Suspense>
        </ShellFrame>
      )}
    </RequireSession>
  );
}

/** `/app`: staff; a Dashboard user opens their records here too. */
export function StaffArea() {
  return <Area types={['Admin', 'Standard', 'Dashboard']} />;
}

/** `/dashboard`: the dashboard user's own area. */
export function DashboardArea() {
  return <Area types={['Dashboard']} />;
}

/** `/provider`: the placed worker's own area. */
export function ProviderArea() {
  return <Area types={['Provider']} />;
}
