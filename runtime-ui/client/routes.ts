import { routeOfModule, type UserType } from '#engine/model/definitions';
import type { SessionUser } from '#engine/model/wire';
import { useSession } from './session-store.ts';

/** An area of the UI beside `/app`, for users of certain types. In it "Home" shows their own records. */
export interface UserArea {
  /** Its path, one segment: `/portal`. */
  readonly path: string;
  /** Types of the users who have it; of two areas for one type the first one counts. Nobody else but System Admins may open it. */
  readonly userTypes: readonly UserType[];
  /** Target of "Home", the path itself or below it; default the path itself. */
  readonly home?: string;
  /** True: the pages of modules and of the profile are below its path too, and the users do not have `/app`. Default: they are below `/app`. */
  readonly hasRecords?: boolean;
}

let areas: readonly UserArea[] = [];

/** Registers the areas of the running plugins: before the first render, and when other plugins run. */
export function registerUserAreas(list: readonly UserArea[]): void {
  areas = list;
}

/** The area of the user's type; undefined: they have only `/app`. */
export function findUserArea(user: Pick<SessionUser, 'userType'> | null): UserArea | undefined {
  return user === null ? undefined : areas.find(({ userTypes }) => userTypes.includes(user.userType));
}

/** The path below which the user opens records: that of their area if it has records, else `/app`. */
export function routePrefix(user: Pick<SessionUser, 'userType'> | null): string {
  const area = findUserArea(user);
  return area?.hasRecords === true ? area.path : '/app';
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
  return user.userType === 'System Admin' ? '/admin' : routePrefix(user);
}

/** The page that navigates one step back, in the area that the user has access to. */
export function loadRoute(user: Pick<SessionUser, 'userType'>): string {
  return `${routePrefix(user)}/load`;
}

/** The first page after a new password and the target of "Home", by user type. */
export function homeRoute(user: Pick<SessionUser, 'userType'>): string {
  const area = findUserArea(user);
  return area === undefined ? '/app/dashboard' : (area.home ?? area.path);
}
