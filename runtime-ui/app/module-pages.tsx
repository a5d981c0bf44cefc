import { Navigate, useParams } from 'react-router';
import { recordRoute, useSession } from '../client/index.ts';
import { findPluginPage } from '../extensions/index.ts';
import { ModuleListPage, RecordFormPage, RecordPage } from '../views/index.ts';
import { ModuleGate } from './module-gate.tsx';
import { NotFoundPage } from './not-found-page.tsx';

/** The list of a module. */
export function ListRoute() {
  return <ModuleGate>{(module) => <ModuleListPage key={module} moduleName={module} />}</ModuleGate>;
}

/** The form for a new record. */
export function NewRoute() {
  return <ModuleGate>{(module) => <RecordFormPage key={module} moduleName={module} />}</ModuleGate>;
}

/** One record. */
export function RecordRoute() {
  const { id = '' } = useParams();
  return <ModuleGate>{(module) => <RecordPage key={`${module}/${id}`} moduleName={module} recordId={id} />}</ModuleGate>;
}

/** The form of a record. */
export function EditRoute() {
  const { id = '' } = useParams();
  return <ModuleGate>{(module) => <RecordFormPage key={`${module}/${id}`} moduleName={module} recordId={id} />}</ModuleGate>;
}

/** `user/profile` and `user/profile/{id}`: the record of a user. */
export function ProfileRoute() {
  const { id } = useParams();
  const user = useSession((session) => session.user);
  if (!user) return null;
  return <Navigate to={recordRoute('users', id ?? user._id, user)} replace />;
}

/** A page that a plugin brings. */
export function PluginRoute() {
  const { plugin = '', '*': path = '' } = useParams();
  const Page = findPluginPage(plugin, path)?.component;
  return Page ? <Page /> : <NotFoundPage />;
}
