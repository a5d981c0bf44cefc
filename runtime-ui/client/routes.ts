import { routeOfModule } from '#engine/model/definitions';
import type { SessionUser } from '#engine/model/wire';
import { useSession } from './session-store.ts';

/** The prefix of record routes: `/provider` for a Provider, else `/app`. */
export function routePrefix(user: Pick<SessionUser, 'userType'> | null): '/app' | '/provider' {
  return user?.userType === 'Provider' ? '/provider' : '/app';
}

/**
 * The route of a module's pages. Before the shell is loaded, and for a module that the user has no access to, it is the one that every
 * module has, which redirects to the module's own.
 */
export function moduleRoute(module: string, user: Pick<SessionUser, 'userType'> | null = null): string {
  return `${routePrefix(user)}${useSession.getState().routes.get(module) ?? routeOfModule({ name: module })}`;
}

/** The route of a record in the area of the user: `/app/module/books/{id}`. */
export function recordRoute(module: string, id: string, user: Pick<SessionUser, 'userType'> | null = null): string {
  return `${moduleRoute(module, user)}/${encodeURIComponent(id)}`;
}

/** The first page after sign-in: that of the user type in the setting `first_pages`, else the target of "Home". */
export function signInRoute(user: Pick<SessionUser, 'userType'>, settings: { readonly first_pages?: unknown } | undefined): string {
  const pages = settings?.first_pages;
  const page = typeof pages === 'object' && pages !== null ? (pages as Readonly<Record<string, unknown>>)[user.userType] : undefined;
  return typeof page === 'string' && /^\/(?![/\\])/u.test(page) ? page : homeRoute(user);
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
