import { Navigate, useParams } from 'react-router';
import { moduleRoute } from '../client/index.ts';
import { ComingSoonPage } from './coming-soon-page.tsx';
import { findPlannedAdminSection } from './planned-features.ts';
import { NotFoundPage } from './not-found-page.tsx';

/** Sections of `/admin` that show the list of a module. */
const MODULES: Readonly<Record<string, string>> = { 'role-management': 'roles' };

/** Sections whose pages have shorter paths. */
const PAGES: Readonly<Record<string, string>> = {
  'user-management': '/admin/users',
  'team-management': '/admin/teams',
  'password-management': '/admin/users',
};

/** A section of `/admin`: the list of its module, a "coming soon" page, or "not found". */
export function AdminRoute() {
  const { '*': path = '' } = useParams();
  const module = Object.hasOwn(MODULES, path) ? MODULES[path] : undefined;
  const page = Object.hasOwn(PAGES, path) ? PAGES[path] : undefined;
  if (page !== undefined) return <Navigate to={page} replace />;
  if (module !== undefined) return <Navigate to={moduleRoute(module)} replace />;
  const later = findPlannedAdminSection(path);
  return later === undefined ? <NotFoundPage /> : <ComingSoonPage what={later} />;
}
