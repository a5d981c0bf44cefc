import { Navigate, useParams } from 'react-router';
import { recordRoute, useSession } from '../client/index.ts';
import { findPluginPage } from '../extensions/index.ts';
import { ModuleListPage, ProfilePage, RecordFormPage, RecordPage } from '../views/index.ts';
import { ModuleGuard } from './module-guard.tsx';
import { NotFoundPage } from './not-found-page.tsx';

interface ModuleRouteProps {
  /** The module, if it is not part of the URL. */
  readonly moduleName?: string;
}

/** The list of a module. */
export function ListRoute({ moduleName }: ModuleRouteProps) {
  return <ModuleGuard moduleName={moduleName}>{(module) => <ModuleListPage key={module} moduleName={module} />}</ModuleGuard>;
}

/** The form for a new record. */
export function NewRoute({ moduleName }: ModuleRouteProps) {
  return <ModuleGuard moduleName={moduleName}>{(module) => <RecordFormPage key={module} moduleName={module} />}</ModuleGuard>;
}

/** One record. */
export function RecordRoute({ moduleName }: ModuleRouteProps) {
  const { id = '' } = useParams();
  return (
    <ModuleGuard moduleName={moduleName}>
      {(module) => <RecordPage key={`${module}/${id}`} moduleName={module} recordId={id} />}
    </ModuleGuard>
  );
}

/** The edit form of a record. */
export function EditRoute({ moduleName }: ModuleRouteProps) {
  const { id = '' } = useParams();
  return (
    <ModuleGuard moduleName={moduleName}>
      {(module) => <RecordFormPage key={`${module}/${id}`} moduleName={module} recordId={id} />}
    </ModuleGuard>
  );
}

/** `user/profile` is the user's own profile; `user/profile/{id}` is the record of another user. */
export function ProfileRoute() {
  const { id } = useParams();
  const user = useSession((session) => session.user);
  if (!user) return null;
  return id === undefined || id === user._id ? <ProfilePage /> : <Navigate to={recordRoute('users', id, user)} replace />;
}

/** A page that a plugin adds. */
export function PluginRoute() {
  const { plugin = '', '*': path = '' } = useParams();
  const Page = findPluginPage(plugin, path)?.component;
  return Page ? <Page /> : <NotFoundPage />;
}
