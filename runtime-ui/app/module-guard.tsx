import { useEffect, useLayoutEffect, type ReactNode } from 'react';
import { Navigate, useLocation, useParams } from 'react-router';
import { findModule, homeRoute, moduleRoute, routePrefix, useModuleView, useShell } from '../client/index.ts';
import { ErrorState, createLazyComponent, LoadingProgress, showNotice, t } from '../kit/index.ts';

const MissingModule = createLazyComponent(async () => (await import('./missing-module.tsx')).MissingModule, 'place');

/** Says that a module is closed to the user and goes to their first page. */
function Denied({ text, home }: { readonly text: string; readonly home: string }) {
  useEffect(() => {
    showNotice({ id: 'denied', kind: 'warning', text, duration: 6000 });
  }, [text]);
  return <Navigate to={home} replace />;
}

/** A module that the shell does not list: there is none of that name, or no access to it. */
function UnlistedModule({ name, home, children }: { readonly name: string; readonly home: string; readonly children: ReactNode }) {
  const { data, error, refetch } = useModuleView(name);
  // The server names the module by its label, which is not known here.
  if (error?.status === 403) return <Denied text={error.code === 'module_access_denied' ? error.message : t('frame.denied.module', { module: name })} home={home} />;
  if (error?.status === 404) return <MissingModule name={name} />;
  if (error) return <ErrorState text={error.message} code={error.code} onRetry={() => void refetch()} />;
  return data ? children : <LoadingProgress active />;
}

/** Before the effects of the page inside, which knows a better name. */
function useTitle(title: string): void {
  useLayoutEffect(() => {
    document.title = title === '' ? t('product') : `${title} · ${t('product')}`;
  }, [title]);
}

/** Finds the module that an address names (or `named`, where the route stands for one), sends to its own route, and keeps those out who may not see it. */
export function ModuleGuard({ moduleName, children }: { readonly moduleName?: string | undefined; readonly children: (module: string) => ReactNode }) {
  const { module: inAddress = '' } = useParams();
  const name = moduleName ?? inAddress;
  const { pathname, search } = useLocation();
  const { data: shell } = useShell();
  const known = findModule(shell, name);
  useTitle(known?.label ?? '');
  if (!shell) return null;
  const route = moduleRoute(name, shell.user);
  const used = moduleName !== undefined ? route : `${routePrefix(shell.user)}/${pathname.split('/')[2] === 'module' ? 'module/' : ''}${name}`;
  if (known && used !== route && pathname.startsWith(used)) return <Navigate to={`${route}${pathname.slice(used.length)}${search}`} replace />;
  if (known) return children(name);
  return <UnlistedModule name={name} home={homeRoute(shell.user)}>{children(name)}</UnlistedModule>;
}
