import { Navigate, useParams } from 'react-router';
import { recordRoute, useSession } from '../client/index.ts';
import { findPluginPage } from '../extensions/index.ts';
import { ModuleListPage, ProfilePage, RecordFormPage, RecordPage } from '../views/index.ts';
import { ModuleGate } from './module-gate.tsx';
import { NotFoundPage } from './not-found-page.tsx';

interface ModuleRouteProps {
  /** The module, where the address does not name it. */
  readonly named?: string;
}

/** The list of a module. */
export function ListRoute({ named }: ModuleRouteProps) {
  return <ModuleGate named={named}>{(module) => <ModuleListPage key={module} moduleName={module} />}</ModuleGate>;
}

/** The form for a new record. */
export function NewRoute({ named }: ModuleRouteProps) {
  return <ModuleGate named={named}>{(module) => <RecordFormPage key={module} moduleName={module} />}</ModuleGate>;
}

/** One record. */
export function RecordRoute({ named }: ModuleRouteProps) {
  const { id = '' } = useParams();
  return <ModuleGate named={named}>{(module) => <RecordPage key={`${module}/${id}`} moduleName={module} recordId={id} />}</ModuleGate>;
}

/** The form of a record. */
export function EditRoute({ named }: ModuleRouteProps) {
  const { id = '' } = useParams();
  return <ModuleGate named={named}>{(module) => <RecordFormPage key={`${module}/${id}`} moduleName={module} recordId={id} />}</ModuleGate>;
}

/** `user/profile` is one's own; `user/profile/{id}` of somebody else is their record. */
export function ProfileRoute() {
  const { id } = useParams();
  const user = useSession((session) => session.user);
  if (!user) return null;
  return id === undefined || id === user._id ? <ProfilePage /> : <Navigate to={recordRoute('users', id, user)} replace />;
}

/** A page that a plugin brings. */
export function PluginRoute() {
  const { plugin = '', '*': path = '' } = useParams();
  const Page = findPluginPage(plugin, path)?.component;
  return Page ? <Page /> : <NotFoundPage />;
}
