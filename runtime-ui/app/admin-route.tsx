import { Navigate, useParams } from 'react-router';
import { moduleRoute } from '../client/index.ts';
import { ComingSoonPage } from './coming-soon-page.tsx';
import { findPlannedAdminSection } from './planned-features.ts';
import { NotFoundPage } from './not-found-page.tsx';

/** Sections of `/admin` that show the list of a module. */
const MODULES: Readonly<Record<string, string>> = { 'user-management': 'users', 'role-management': 'roles', 'team-management': 'teams' };

/** A section of `/admin`: the list of its module, a "coming soon" page, or "not found". */
export function AdminRoute() {
  const { '*': path = '' } = useParams();
  const module = Object.hasOwn(MODULES, path) ? MODULES[path] : undefined;
  if (module !== undefined) return <Navigate to={moduleRoute(module)} replace />;
  const later = findPlannedAdminSection(path);
  return later === undefined ? <NotFoundPage /> : <ComingSoonPage what={later} />;
}
