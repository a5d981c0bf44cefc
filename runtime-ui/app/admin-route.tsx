import { Navigate, useParams } from 'react-router';
import { moduleRoute } from '../client/index.ts';
import { ComingSoonPage } from './coming-soon-page.tsx';
import { findPlannedAdminSection } from './planned-features.ts';
import { NotFoundPage } from './not-found-page.tsx';

/** Sections of `/admin` that are the lists of a module. */
const MODULES: Readonly<Record<string, string>> = { 'user-management': 'users', 'role-management': 'roles', 'team-management': 'teams' };

/** A section of `/admin`: the module that it stands for, or that it comes later, or that there is none. */
export function AdminRoute() {
  const { '*': path = '' } = useParams();
  const module = Object.hasOwn(MODULES, path) ? MODULES[path] : undefined;
  if (module !== undefined) return <Navigate to={moduleRoute(module)} replace />;
  const later = findPlannedAdminSection(path);
  return later === undefined ? <NotFoundPage /> : <ComingSoonPage what={later} />;
}
