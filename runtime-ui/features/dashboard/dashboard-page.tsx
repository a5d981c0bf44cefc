import { Navigate } from 'react-router';
import { findUserArea, homeRoute, useShell } from '../../client/index.ts';
import { createLazyComponent, LazyBoundary, LoadingProgress, PageHeader, t, usePageTitle } from '../../kit/index.ts';

const HomeContent = createLazyComponent(async () => (await import('./home-content.tsx')).HomeContent, 'place');

/** `/app/dashboard` until dashboards are implemented: what the user has to do, and what needs attention. */
export function DashboardPage() {
  const { data: shell } = useShell();
  usePageTitle(t('frame.dashboard.title'));
  if (!shell) return null;
  // Users with an area of their own have another first page.
  if (findUserArea(shell.user) !== undefined) return <Navigate to={homeRoute(shell.user)} replace />;
  return (
    <>
      <PageHeader title={t('frame.dashboard.title')} />
      <LazyBoundary fallback={<LoadingProgress active />}>
        <HomeContent shell={shell} />
      </LazyBoundary>
    </>
  );
}
