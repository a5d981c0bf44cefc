import type { SessionUser, SignInResponse } from '#engine/model/wire';
import { callApi } from './call-api.ts';
import { homeRoute } from './routes.ts';
import { storeToken } from './token-store.ts';

/** The first page after the session has changed to another user. */
export function routeAfterChange(user: Pick<SessionUser, 'userType'>): string {
  return user.userType === 'System Admin' ? '/admin' : homeRoute(user);
}

/** Loads the application again: nothing of the user before stays in the memory of the page. */
function restart({ token, user }: SignInResponse, route: string = routeAfterChange(user)): void {
  storeToken(token);
  location.assign(route);
}

/** Continues the session as another user, on their first page. */
export async function startImpersonating(userId: string): Promise<void> {
  restart(await callApi<SignInResponse>('POST', '/api/users/set-user-impersonating', { body: { userId } }));
}

/** Continues as the user who signed in, on this page; default: on their first one. */
export async function stopImpersonating(route?: string): Promise<void> {
  restart(await callApi<SignInResponse>('POST', '/api/users/stop-impersonating'), route);
}
