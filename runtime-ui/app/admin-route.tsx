import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from 'react-router';
import type { SettingView, ShellView } from '#engine/model/wire';
import { getSettings, moduleRoute, queryKeys, useShell, type ApiError } from '../client/index.ts';
import { LoadingProgress } from '../kit/index.ts';
import { NotFoundPage } from './not-found-page.tsx';

/** Sections whose pages have shorter paths. */
const PAGES: Readonly<Record<string, string>> = {
  'user-management': '/admin/users',
  'team-management': '/admin/teams',
  'password-management': '/admin/users',
  'role-management': '/admin/studio/roles',
  'workflow-management': '/admin/studio/workflows',
  'module-builder': '/admin/studio/modules',
  'dropdown-editor': '/admin/studio/dropdowns',
  'scheduler/list': '/admin/background-jobs',
};

/**
 * The module whose list a section shows, by the name in its path: `lost-items`, `lost-item`, `lost-item-management` and
 * `lost-items-editor` are the list of `lostItems`.
 */
function findModuleName(path: string, modules: readonly { readonly name: string }[]): string | undefined {
  const names = [path, path.replace(/-(?:management|editor)$/u, '')]
    .map((one) => one.replace(/-([a-z])/gu, (_, letter: string) => letter.toUpperCase()))
    .flatMap((name) => [name, `${name}s`]);
  return names.find((name) => modules.some((module) => module.name === name));
}

/** The item of the administration that has the section as a further address. */
function findItem(section: string, groups: ShellView['administration']): ShellView['administration'][number]['items'][number] | undefined {
  return groups.flatMap(({ items }) => items).find(({ aliases }) => aliases?.includes(section) === true);
}

/** A section of `/admin` without a page of its own: what has it as a further address, the list of its module, its settings, or "not found". */
export function AdminRoute() {
  const { '*': path = '' } = useParams();
  const section = path.replace(/\/+$/u, '');
  const page = Object.hasOwn(PAGES, section) ? PAGES[section] : undefined;
  const { data: shell } = useShell();
  const item = shell && findItem(section, shell.administration);
  const module = shell && (item?.module ?? findModuleName(section, shell.modules));
  const { data: settings, error } = useQuery<readonly SettingView[], ApiError>({
    queryKey: queryKeys.settings(),
    queryFn: ({ signal }) => getSettings(signal),
    enabled: page === undefined && shell !== undefined && module === undefined && item?.route === undefined,
  });
  if (page !== undefined) return <Navigate to={page} replace />;
  if (item?.route !== undefined) return <Navigate to={item.route} replace />;
  if (module !== undefined) return <Navigate to={moduleRoute(module, shell?.user)} replace />;
  if (settings?.some((setting) => setting.section === section) === true) return <Navigate to={`/admin/settings/${section}`} replace />;
  return settings === undefined && error === null ? <LoadingProgress active /> : <NotFoundPage />;
}
