import { Navigate, useLocation, useParams } from 'react-router';
import { findModulePage, recordRoute, signInRoute, useSession, useShell, type ModulePage, type UserArea } from '../client/index.ts';
import { findPluginPage } from '../extensions/index.ts';
import { createLazyComponent } from '../kit/index.ts';
import { ModuleListPage, ProfilePage, RecordFormPage, RecordPage } from '../views/index.ts';
import { ModuleGuard } from './module-guard.tsx';
import { NotFoundPage } from './not-found-page.tsx';

const OwnRecords = createLazyComponent(async () => (await import('../features/own-records/index.ts')).loadOwnRecordsPage(), 'place');

/** The list of a module, the form for a new record, a record or its edit form; each has a key, so that none keeps the state of another. */
function Page({ module, kind, recordId }: ModulePage) {
  const key = [kind, module, recordId].join('/');
  switch (kind) {
    case 'list':
      return <ModuleListPage key={key} moduleName={module} />;
    case 'new':
      return <RecordFormPage key={key} moduleName={module} />;
    case 'edit':
      return <RecordFormPage key={key} moduleName={module} recordId={recordId} />;
    case 'record':
      return <RecordPage key={key} moduleName={module} recordId={recordId} />;
  }
}

/** The page of the module in the URL. */
export function ModuleRoute() {
  const { pathname } = useLocation();
  const { data: shell } = useShell();
  if (!shell) return null;
  const page = findModulePage(pathname, shell.modules);
  return page ? (
    <ModuleGuard page={page} shell={shell}>
      <Page {...page} />
    </ModuleGuard>
  ) : (
    <NotFoundPage />
  );
}

/** In an area of users who see their own records: their first page after sign-in shows these, whatever its path; else the page of a module. */
export function FirstPageRoute({ area }: { readonly area: UserArea }) {
  const { pathname } = useLocation();
  const { data: shell } = useShell();
  const path = pathname.replace(/\/+$/u, '');
  const isFirst = area.userTypes.some((userType) => signInRoute({ userType }, shell?.settings) === path);
  return isFirst ? <OwnRecords /> : <ModuleRoute />;
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
