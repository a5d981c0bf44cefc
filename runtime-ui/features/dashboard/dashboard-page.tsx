import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import { findUserArea, homeRoute, useShell } from '../../client/index.ts';
import { findHomeBody } from '../../extensions/index.ts';
import { createLazyComponent, LazyBoundary, LoadingProgress, PageHeader, t, usePageTitle } from '../../kit/index.ts';

const HomeContent = createLazyComponent(async () => (await import('./home-content.tsx')).HomeContent, 'place', 'home');

/** `/app/dashboard`: what the user has to do, and what needs attention; or what a plugin shows instead. */
export function DashboardPage() {
  const { data: shell } = useShell();
  usePageTitle(t('frame.dashboard.title'));
  if (!shell) return null;
  // Users with an area of their own have another first page.
  if (findUserArea(shell.user) !== undefined) return <Navigate to={homeRoute(shell.user)} replace />;
  const Body = findHomeBody();
  const renderContent = (actions?: ReactNode) => (
    <>
      <PageHeader title={t('frame.dashboard.title')} actions={actions} />
      <LazyBoundary fallback={<LoadingProgress active />}>
        <HomeContent shell={shell} />
      </LazyBoundary>
    </>
  );
  return Body === undefined ? renderContent() : <Body shell={shell}>{renderContent}</Body>;
}
