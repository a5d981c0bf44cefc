import { createBrowserRouter, Navigate, type RouteObject } from 'react-router';
import { LoadPage } from '../features/shell/index.ts';
import { loadLazyTexts } from '../kit/index.ts';
import { lazyPage } from './lazy-page.tsx';
import { AdminArea, DashboardArea, ProviderArea, StaffArea, StoreArea } from './area.tsx';
import { ModuleRoute, PluginRoute, ProfileRoute } from './module-pages.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { RouteError } from './route-error.tsx';

const signedOut = () => import('../features/signed-out/index.ts');
const otherPages = async () => (await signedOut()).loadOtherPages();
const payCalculator = () => import('../features/pay-calculator/index.ts');
const ownRecords = lazyPage(async () => (await import('../features/own-records/index.ts')).OwnRecordsPage);
/** Includes the lazily loaded texts. */
const webhooks = async () => (await Promise.all([import('../features/webhooks/index.ts'), loadLazyTexts()]))[0];
const signIn = lazyPage(async () => (await signedOut()).SignInPage);
const authCode = lazyPage(async () => (await otherPages()).AuthCodePage);

/** The page of a feature that a later version adds. It is loaded on demand, as few users open it. */
function comingSoonPage(what: string, isPublic = false) {
  return lazyPage(async () => {
    const { ComingSoonPage, PublicComingSoonPage } = await import('./coming-soon-page.tsx');
    const Page = isPublic ? PublicComingSoonPage : ComingSoonPage;
    return () => <Page what={what} />;
  });
}

const SHARED_ROUTES: RouteObject[] = [
  { path: 'load', element: <LoadPage /> },
  { path: 'user/profile', element: <ProfileRoute /> },
  { path: 'user/profile/:id', element: <ProfileRoute /> },
  { path: 'x/:plugin/*', element: <PluginRoute /> },
  { path: '*', element: <ModuleRoute /> },
];

const PUBLIC_ROUTES: RouteObject[] = [
  { index: true, element: <Navigate to="/login" replace /> },
  { path: 'login', lazy: signIn },
  { path: 'home', lazy: signIn },
  { path: 'forgot-password', lazy: lazyPage(async () => (await otherPages()).ForgotPasswordPage) },
  { path: 'new-password', lazy: lazyPage(async () => (await otherPages()).NewPasswordPage) },
  { path: 'logout', lazy: lazyPage(async () => (await otherPages()).LogoutPage) },
  { path: 'auth-code', lazy: authCode },
  { path: 'gmail-callback', lazy: authCode },
  { path: 'test', lazy: lazyPage(async () => (await payCalculator()).PublicPayCalculatorPage) },
  // Areas for people without an account; their content is part of interactive documents.
  { path: 'esign/*', lazy: comingSoonPage('Signing of documents', true) },
  { path: 'doc-cap/*', lazy: comingSoonPage('Document capture', true) },
  { path: 'doc-certificate-of-completion/*', lazy: comingSoonPage('The certificate of completion', true) },
];

const AREAS: RouteObject[] = [
  {
    path: 'app',
    element: <StaffArea />,
    children: [
      { index: true, element: <Navigate to="/app/dashboard" replace /> },
      { path: 'dashboard', lazy: lazyPage(async () => (await import('../features/dashboard/index.ts')).DashboardPage) },
      { path: 'pay-calculator', lazy: lazyPage(async () => (await payCalculator()).PayCalculatorPage) },
      ...SHARED_ROUTES,
    ],
  },
  {
    path: 'admin',
    element: <AdminArea />,
    children: [
      { index: true, lazy: lazyPage(async () => (await import('../features/administration/index.ts')).AdministrationPage) },
      { path: 'webhooks', lazy: lazyPage(async () => (await webhooks()).WebhooksPage) },
      { path: 'webhooks/:id', lazy: lazyPage(async () => (await webhooks()).WebhookPage) },
      { path: '*', lazy: lazyPage(async () => (await import('./admin-route.tsx')).AdminRoute) },
    ],
  },
  {
    path: 'store',
    element: <StoreArea />,
    children: [
      { index: true, lazy: comingSoonPage('The reward store') },
      { path: '*', lazy: comingSoonPage('The reward store') },
    ],
  },
  {
    path: 'dashboard',
    element: <DashboardArea />,
    children: [
      { index: true, lazy: ownRecords },
      { path: '*', element: <NotFoundPage /> },
    ],
  },
  {
    path: 'provider',
    element: <ProviderArea />,
    children: [
      { index: true, element: <Navigate to="/provider/dashboard" replace /> },
      { path: 'dashboard', lazy: ownRecords },
      { path: 'credentialing', lazy: ownRecords },
      ...SHARED_ROUTES,
    ],
  },
];

/** Every route of the application. */
export const router = createBrowserRouter([
  {
    path: '/',
    errorElement: <RouteError />,
    hydrateFallbackElement: <span />,
    children: [...PUBLIC_ROUTES, ...AREAS, { path: '*', element: <NotFoundPage /> }],
  },
]);
