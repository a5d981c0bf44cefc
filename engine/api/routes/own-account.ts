import {
  assertNotImpersonated,
  assertPerson,
  bodyOf,
  parameterOf,
  type RequestContext,
  type EndpointRouter,
} from '../request/request-context.ts';
import type { ApiResponse } from '../responses/send-response.ts';
import { clearRefreshCookie, openBrowserSession, originOf } from './session-cookies.ts';

/** How people sign in: their own password, e-mail and sessions. Not for API tokens; someone who acts as them reads their sessions only. */
export function serveOwnAccount({ guard, on }: EndpointRouter): void {
  const ofPerson =
    (run: (context: RequestContext) => Promise<ApiResponse>) =>
    (context: RequestContext): Promise<ApiResponse> => {
      assertPerson(context);
      if (context.request.method !== 'GET') assertNotImpersonated(context);
      return run(context);
    };
  on(
    { method: 'POST', url: '/api/users/change-password' },
    ofPerson(async (context) => {
      const { services, request, reply, session } = context;
      const { currentPassword, password, endApiTokens } = bodyOf(context) as unknown as PasswordBody;
      const signedIn = await services.sessions.changePassword({
        ...originOf(request),
        claims: session.claims,
        currentPassword,
        password,
        endApiTokens,
      });
      return { body: await openBrowserSession(reply, services, guard, signedIn) };
    }),
  );
  on(
    { method: 'POST', url: '/api/users/change-email' },
    ofPerson(async (context) => {
      const { email, password } = bodyOf(context) as unknown as EmailBody;
      const { services, request, session } = context;
      await services.sessions.requestEmailChange({ ...originOf(request), claims: session.claims, email, password });
      return { body: { success: true } };
    }),
  );
  on(
    { method: 'POST', url: '/api/users/confirm-email' },
    ofPerson(async (context) => {
      const { code } = bodyOf(context) as unknown as { readonly code: string };
      await context.services.sessions.confirmEmailChange({ claims: context.session.claims, code });
      return { body: { success: true } };
    }),
  );
  serveSessions(on, ofPerson);
}

interface PasswordBody {
  readonly currentPassword: string;
  readonly password: string;
  readonly endApiTokens?: boolean;
}

interface EmailBody {
  readonly email: string;
  readonly password: string;
}

type Run = (context: RequestContext) => Promise<ApiResponse>;

function serveSessions(on: EndpointRouter['on'], ofPerson: (run: Run) => Run): void {
  on(
    { method: 'GET', url: '/api/auth/sessions' },
    ofPerson(async ({ services, session }) => {
      const data = await services.sessions.listSessions(session.claims);
      return { body: { data, total: data.length } };
    }),
  );
  on(
    { method: 'DELETE', url: '/api/auth/sessions/:id' },
    ofPerson(async (context) => {
      await context.services.sessions.endOwnSession(context.session.claims, parameterOf(context, 'id'));
      return { body: { success: true } };
    }),
  );
  on(
    { method: 'POST', url: '/api/auth/sign-out-everywhere' },
    ofPerson(async ({ services, session, reply }) => {
      await services.sessions.endAllSessions(session.claims);
      clearRefreshCookie(reply);
      return { body: { success: true } };
    }),
  );
}
