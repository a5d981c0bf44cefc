import { useEffect, type ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import type { ShellView } from '#engine/model/wire';
import { findModule, homeRoute, routePrefix, useModuleView, type ModulePage } from '../client/index.ts';
import { ErrorState, LoadingProgress, showNotice, t, useAreaTitle } from '../kit/index.ts';
import { NotFoundPage } from './not-found-page.tsx';

/** Shows that the user has no access to a module and redirects to their first page. */
function Denied({ text, home }: { readonly text: string; readonly home: string }) {
  useEffect(() => {
    showNotice({ id: 'denied', kind: 'warning', text, duration: 6000 });
  }, [text]);
  return <Navigate to={home} replace />;
}

/** A module that is not in the shell: it does not exist, or the user has no access to it. */
function UnlistedModule({ name, home, children }: { readonly name: string; readonly home: string; readonly children: ReactNode }) {
  const { data, error, refetch } = useModuleView(name);
  // The server's message contains the label of the module, which is not available here.
  if (error?.status === 403)
    return <Denied text={error.code === 'module_access_denied' ? error.message : t('frame.denied.module', { module: name })} home={home} />;
  if (error?.status === 404) return <NotFoundPage />;
  if (error) return <ErrorState text={error.message} code={error.code} onRetry={() => void refetch()} />;
  return data ? children : <LoadingProgress active />;
}

/** Redirects to the module's own route, and blocks users without access. */
export function ModuleGuard({
  page: { module: name, base },
  shell,
  children,
}: {
  readonly page: ModulePage;
  readonly shell: ShellView;
  readonly children: ReactNode;
}) {
  const { pathname, search } = useLocation();
  const known = findModule(shell, name);
  useAreaTitle(known?.label ?? '');
  const prefix = routePrefix(shell.user);
  const isOwn = known !== undefined && [known.route, ...(known.otherRoutes ?? [])].some((route) => base === `${prefix}${route}`);
  if (known && !isOwn && base.startsWith(`${prefix}/`))
    return <Navigate to={`${prefix}${known.route}${pathname.slice(base.length)}${search}`} replace />;
  if (known) return children;
  return (
    <UnlistedModule name={name} home={homeRoute(shell.user)}>
      {children}
    </UnlistedModule>
  );
}
