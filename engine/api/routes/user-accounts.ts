import type { ApiResponse } from '../responses/send-response.ts';
import { assertPerson, assertSystemAdmin, parameterOf, type EndpointRouter, type RequestContext } from '../request/request-context.ts';

/** `/api/users/{id}/account` and the sessions, API tokens and temporary passwords of other users, for System Admins. */
export function serveUserAccounts({ on }: EndpointRouter): void {
  const ofAdmin =
    (run: (context: RequestContext, userId: string) => Promise<ApiResponse>) =>
    async (context: RequestContext): Promise<ApiResponse> => {
      await assertSystemAdmin(context);
      assertPerson(context);
      return run(context, parameterOf(context, 'id'));
    };
  on(
    { method: 'GET', url: '/api/users/:id/account' },
    ofAdmin(async ({ services, session }, userId) => ({ body: await services.sessions.userAccounts.describe(userId, session.claims.sub) })),
  );
  on(
    { method: 'GET', url: '/api/users/:id/sessions' },
    ofAdmin(async ({ services, session }, userId) => {
      const data = await services.sessions.userAccounts.listSessions(userId, session.claims);
      return { body: { data, total: data.length } };
    }),
  );
  on(
    { method: 'DELETE', url: '/api/users/:id/sessions' },
    ofAdmin(async ({ services, actor }, userId) => {
      await services.sessions.userAccounts.endAllSessions(actor, userId);
      return { body: { success: true } };
    }),
  );
  on(
    { method: 'DELETE', url: '/api/users/:id/sessions/:session' },
    ofAdmin(async (context, userId) => {
      const sessionId = parameterOf(context, 'session');
      await context.services.sessions.userAccounts.endSession(context.actor, { userId, sessionId });
      return { body: { success: true } };
    }),
  );
  on(
    { method: 'GET', url: '/api/users/:id/api-tokens' },
    ofAdmin(async ({ services }, userId) => {
      const data = await services.sessions.apiTokens.list(userId);
      return { body: { data, total: data.length } };
    }),
  );
  on(
    { method: 'POST', url: '/api/users/:id/send-password' },
    ofAdmin(async ({ services, actor }, userId) => {
      const purpose = await services.sessions.userAccounts.sendPassword(actor, userId);
      return { body: { success: true, purpose } };
    }),
  );
}
