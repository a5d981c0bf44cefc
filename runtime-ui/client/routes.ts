import type { SessionUser } from '#engine/model';

/** Built-in modules, which have their own route under `/app`. */
const BUILT_IN = new Set([
  'accounts',
  'activities',
  'audit-log',
  'clients',
  'credentialingSetup',
  'credentialing',
  'courseEvaluation',
  'courses',
  'interactiveDocuments',
  'jobs',
  'leads',
  'libraryResources',
  'sms',
  'subs',
  'tasks',
  'documents',
  'users',
  'hrPolicies',
  'reports',
  'providers',
  'ptoBalance',
  'ptoRequests',
  'musterMessage',
  'games',
  'commissions',
]);

/** The prefix of record routes: `/provider` for a Provider, else `/app`. */
export function routePrefix(user: Pick<SessionUser, 'userType'> | null): '/app' | '/provider' {
  return user?.userType === 'Provider' ? '/provider' : '/app';
}

/** The route of a module: its own if built in, else `/app/module/{name}`; templates have their own. */
export function moduleRoute(module: string, user: Pick<SessionUser, 'userType'> | null = null): string {
  const prefix = routePrefix(user);
  if (module === 'templates') return `${prefix}/campaigns/templates`;
  return BUILT_IN.has(module) ? `${prefix}/${module}` : `${prefix}/module/${module}`;
}

/** The route of a record. */
export function recordRoute(module: string, id: string, user: Pick<SessionUser, 'userType'> | null = null): string {
  return `${moduleRoute(module, user)}/${encodeURIComponent(id)}`;
}

/** Whether a module has a route of its own. */
export function isBuiltIn(module: string): boolean {
  return BUILT_IN.has(module);
}

/** The first page after sign-in, by user type. */
export function signInRoute(user: Pick<SessionUser, 'userType'>): string {
  return user.userType === 'Provider' ? '/provider/credentialing' : homeRoute(user);
}

/** The page of a signed-in user who opens the application without a path, by user type. */
export function baseRoute(user: Pick<SessionUser, 'userType'>): string {
  if (user.userType === 'System Admin') return '/admin';
  return user.userType === 'Provider' ? '/provider' : '/app';
}

/** The page that navigates one step back, in the area that the user has access to. */
export function loadRoute(user: Pick<SessionUser, 'userType'>): string {
  return `${routePrefix(user)}/load`;
}

/** The first page after a new password and the target of "Home", by user type. */
export function homeRoute(user: Pick<SessionUser, 'userType'>): string {
  if (user.userType === 'Dashboard') return '/dashboard';
  return user.userType === 'Provider' ? '/provider/dashboard' : '/app/dashboard';
}
