import { createBrowserRouter, Navigate, type RouteObject } from 'react-router';
import type { UserArea } from '../client/index.ts';
import { listContributions } from '../extensions/index.ts';
import { LoadPage } from '../features/shell/index.ts';
import { loadAdminTexts, loadImportTexts, loadLazyTexts } from '../kit/index.ts';
import { lazyPage } from './lazy-page.tsx';
import { AddedArea, MainArea } from './area.tsx';
import { FirstPageRoute, ModuleRoute, PluginRoute, ProfileRoute } from './module-pages.tsx';
import { NotFoundPage, UnknownPage } from './not-found-page.tsx';
import { addPluginRoutes, type AreaRoute } from './plugin-routes.tsx';
import { RouteError } from './route-error.tsx';

const signedOut = () => import('../features/signed-out/index.ts');
const otherPages = async () => (await signedOut()).loadOtherPages();
/** Pages load the lazily loaded texts that they need. */
const ownRecords = lazyPage(async () => {
  const [{ loadOwnRecordsPage }] = await Promise.all([import('../features/own-records/index.ts'), loadLazyTexts()]);
  return loadOwnRecordsPage();
});
const bulkChanges = lazyPage(
  async () => (await Promise.all([import('../features/bulk-changes/index.ts'), loadLazyTexts()]))[0].BulkChangesPage,
);
const approvals = lazyPage(async () => (await Promise.all([import('../features/approvals/index.ts'), loadLazyTexts()]))[0].ApprovalsPage);
const importPages = async () => (await Promise.all([import('../features/imports/index.ts'), loadImportTexts()]))[0];
const adminPages = lazyPage(async () => (await Promise.all([import('./admin-pages.tsx'), loadAdminTexts()]))[0].AdminPages);
const signIn = lazyPage(async () => (await signedOut()).SignInPage);
const authCode = lazyPage(async () => (await otherPages()).AuthCodePage);

const SHARED_ROUTES: RouteObject[] = [
  { path: 'load', element: <LoadPage /> },
  { path: 'user/profile', element: <ProfileRoute /> },
  { path: 'user/profile/:id', element: <ProfileRoute /> },
  { path: 'approvals', lazy: approvals },
  { path: 'imports', lazy: lazyPage(async () => (await importPages()).ImportsPage) },
  { path: 'exports', lazy: lazyPage(async () => (await importPages()).ExportsPage) },
  { path: 'imports/:id', lazy: lazyPage(async () => (await importPages()).ImportPage) },
  { path: 'x/:plugin/*', element: <PluginRoute /> },
];

const PUBLIC_ROUTES: RouteObject[] = [
  { index: true, element: <Navigate to="/login" replace /> },
  { path: 'login', lazy: signIn },
  { path: 'home', lazy: signIn },
  { path: 'forgot-password', lazy: lazyPage(async () => (await otherPages()).ForgotPasswordPage) },
  { path: 'new-password', lazy: lazyPage(async () => (await otherPages()).NewPasswordPage) },
  { path: 'logout', lazy: lazyPage(async () => (await otherPages()).LogoutPage) },
  { path: 'approval', lazy: lazyPage(async () => (await Promise.all([otherPages(), loadLazyTexts()]))[0].ApprovalPage) },
  { path: 'auth-code', lazy: authCode },
  { path: 'gmail-callback', lazy: authCode },
  { path: 'preview', lazy: lazyPage(async () => (await Promise.all([import('./preview-route.tsx'), loadAdminTexts()]))[0].PreviewRoute) },
];

const PRODUCT_AREAS: readonly AreaRoute[] = [
  {
    path: 'app',
    element: <MainArea />,
    children: [
      { index: true, element: <Navigate to="/app/dashboard" replace /> },
      { path: 'dashboard', lazy: lazyPage(async () => (await import('../features/dashboard/index.ts')).DashboardPage) },
      ...SHARED_ROUTES,
      { path: 'bulk-changes', lazy: bulkChanges },
      { path: 'audit-log', element: <Navigate to="/admin/audit-log" replace /> },
      { path: '*', element: <ModuleRoute /> },
    ],
  },
  {
    path: 'admin/studio/*',
    lazy: lazyPage(async () => (await Promise.all([import('./studio-area.tsx'), loadAdminTexts()]))[0].StudioArea),
    children: [],
  },
  {
    path: 'admin',
    lazy: lazyPage(async () => (await Promise.all([import('./admin-area.tsx'), loadAdminTexts()]))[0].AdminArea),
    children: [
      { index: true, lazy: adminPages },
      { path: '*', lazy: adminPages },
    ],
  },
];

/** The routes of an area that a plugin adds: "Home" with the user's own records, and the pages of modules if it has records. */
function toAreaRoute(area: UserArea): AreaRoute {
  const { path, home = path, hasRecords = false } = area;
  return {
    path: path.slice(1),
    element: <AddedArea area={area} />,
    children: [
      ...(home === path ? [] : [{ index: true, element: <Navigate to={home} replace /> }]),
      home === path ? { index: true, lazy: ownRecords } : { path: home.slice(path.length + 1), lazy: ownRecords },
      ...(hasRecords ? SHARED_ROUTES : []),
      { path: '*', element: hasRecords ? <FirstPageRoute area={area} /> : <NotFoundPage /> },
    ],
  };
}

/** Creates the router with every route of the application, those of plugins included. */
export function createRouter(): ReturnType<typeof createBrowserRouter> {
  return createBrowserRouter([
    {
      path: '/',
      errorElement: <RouteError />,
      hydrateFallbackElement: <span />,
      children: [
        ...PUBLIC_ROUTES,
        ...addPluginRoutes(PRODUCT_AREAS, listContributions(), toAreaRoute),
        { path: '*', element: <UnknownPage /> },
      ],
    },
  ]);
}
