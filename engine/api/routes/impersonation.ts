import { assertPerson, bodyOf, type EndpointRouter } from '../request/request-context.ts';
import { textOf } from '../request/write-input.ts';
import { openBrowserSession } from './session-cookies.ts';

/** `/api/users/set-user-impersonating` and its end: the session of the user who signed in goes on as another user. */
export function serveImpersonation({ guard, on }: EndpointRouter): void {
  on({ method: 'POST', url: '/api/users/set-user-impersonating' }, async (context) => {
    assertPerson(context);
    const { services, reply, session } = context;
    const body = bodyOf(context);
    const userId = body['userId'] === undefined ? textOf(body, '_id') : textOf(body, 'userId');
    const signedIn = await services.sessions.startImpersonation({ claims: session.claims, userId });
    return { body: await openBrowserSession(reply, services, guard, signedIn) };
  });
  on({ method: 'POST', url: '/api/users/stop-impersonating' }, async (context) => {
    assertPerson(context);
    const { services, reply, session } = context;
    const signedIn = await services.sessions.stopImpersonation(session.claims);
    return { body: await openBrowserSession(reply, services, guard, signedIn) };
  });
}
