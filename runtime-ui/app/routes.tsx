import { createBrowserRouter, Navigate, type RouteObject } from 'react-router';
import { DashboardArea, ProviderArea, StaffArea } from './area.tsx';
import { EditRoute, ListRoute, NewRoute, PluginRoute, ProfileRoute, RecordRoute } from './module-pages.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { RouteError } from './route-error.tsx';

const signedOut = () => import('../features/signed-out/index.ts');
const ownRecords = async () => ({ Component: (await import('../features/own-records/index.ts')).OwnRecordsPage });

/** List, create, read and edit for the module that the address names; custom modules lie under `module/`. */
const MODULE_ROUTES: RouteObject[] = ['', 'module/'].flatMap((prefix) => [
  { path: `${prefix}:module`, element: <ListRoute /> },
  { path: `${prefix}:module/new`, element: <NewRoute /> },
  { path: `${prefix}:module/:id`, element: <RecordRoute /> },
  { path: `${prefix}:module/:id/edit`, element: <EditRoute /> },
]);

const SHARED_ROUTES: RouteObject[] = [
  { path: 'user/profile', element: <ProfileRoute /> },
  { path: 'user/profile/:id', element: <ProfileRoute /> },
  { path: 'x/:plugin/*', element: <PluginRoute /> },
  ...MODULE_ROUTES,
  { path: '*', element: <NotFoundPage /> },
];

const PUBLIC_ROUTES: RouteObject[] = [
  { index: true, element: <Navigate to="/login" replace /> },
  { path: 'login', lazy: async () => ({ Component: (await signedOut()).SignInPage }) },
  { path: 'home', lazy: async () => ({ Component: (await signedOut()).SignInPage }) },
  { path: 'forgot-password', lazy: async () => ({ Component: (await signedOut()).ForgotPasswordPage }) },
  { path: 'new-password', lazy: async () => ({ Component: (await signedOut()).NewPasswordPage }) },
  { path: 'logout', lazy: async () => ({ Component: (await signedOut()).LogoutPage }) },
];

const AREAS: RouteObject[] = [
  {
    path: 'app',
    element: <StaffArea />,
    children: [
      { index: true, element: <Navigate to="/app/dashboard" replace /> },
      { path: 'dashboard', lazy: async () => ({ Component: (await import('../features/dashboard/index.ts')).DashboardPage }) },
      ...SHARED_ROUTES,
    ],
  },
  { path: 'dashboard', element: <DashboardArea />, children: [{ index: true, lazy: ownRecords }, { path: '*', element: <NotFoundPage /> }] },
  {
    path: 'provider',
    element: <ProviderArea />,
    children: [{ index: true, element: <Navigate to="/provider/dashboard" replace /> }, { path: 'dashboard', lazy: ownRecords }, { path: 'credentialing', lazy: ownRecords }, ...SHARED_ROUTES],
  },
];

/** Every route of the application. */
export const router = createBrowserRouter([
  { path: '/', errorElement: <RouteError />, hydrateFallbackElement: <span />, children: [...PUBLIC_ROUTES, ...AREAS, { path: '*', element: <NotFoundPage /> }] },
]);
