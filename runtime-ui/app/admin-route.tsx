import { Navigate, useParams } from 'react-router';
import { moduleRoute } from '../client/index.ts';
import { LaterPage } from './later-page.tsx';
import { findLaterAdmin } from './later.ts';
import { NotFoundPage } from './not-found-page.tsx';

/** Sections of `/admin` that are the lists of a module. */
const MODULES: Readonly<Record<string, string>> = { 'user-management': 'users', 'role-management': 'roles', 'team-management': 'teams' };

/** A section of `/admin`: the module that it stands for, or that it comes later, or that there is none. */
export function AdminRoute() {
  const { '*': path = '' } = useParams();
  const module = Object.hasOwn(MODULES, path) ? MODULES[path] : undefined;
  if (module !== undefined) return <Navigate to={moduleRoute(module)} replace />;
  const later = findLaterAdmin(path);
  return later === undefined ? <NotFoundPage /> : <LaterPage what={later} />;
}
