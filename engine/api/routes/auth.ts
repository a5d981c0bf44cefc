import type { FastifyReply, FastifyRequest } from 'fastify';
import { MusterError } from '../../errors/index.ts';
import type { SignedIn } from '../../sessions/index.ts';
import { sendResponse } from '../responses/send-response.ts';
import { bodyOf, type EndpointRouter } from '../request/request-context.ts';
import { compileCheck } from '../request/parameters.ts';
import { assertOwnOrigin, clearRefreshCookie, openBrowserSession, originOf, refreshTokenOf } from './session-cookies.ts';

const EMAIL = { type: 'string', minLength: 1, maxLength: 320 };
const PASSWORD = { type: 'string', minLength: 1, maxLength: 1_000 };
const IGNORED = { remember: {}, rememberMe: {}, user: {}, sentBy: {}, userId: {} };

/** Bodies of sign-in, of the request for a new password and of setting it, also for the OpenAPI document. */
export const CREDENTIALS_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['email', 'password'],
  properties: { email: EMAIL, password: PASSWORD, ...IGNORED },
};
export const RESET_SCHEMA = { type: 'object', additionalProperties: false, required: ['email'], properties: { email: EMAIL, ...IGNORED } };
export const COMPLETION_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['password'],
  properties: {
    token: { type: 'string', maxLength: 4_000 },
    password: PASSWORD,
    email: EMAIL,
    confirmPassword: {},
    password_confirm: {},
    endApiTokens: { type: 'boolean', description: "Whether the user's API tokens are revoked. Default true." },
    ...IGNORED,
  },
};

const credentials = compileCheck<{ email: string; password: string }>(CREDENTIALS_SCHEMA);
const resetRequest = compileCheck<{ email: string }>(RESET_SCHEMA);
const completion = compileCheck<{ token?: string; password: string; endApiTokens?: boolean }>(COMPLETION_SCHEMA);

/** Sign-in, renewal and sign-out; only `authenticated` needs a session. */
export function serveAuth({ app, services, guard, on }: EndpointRouter): void {
  const { sessions } = services;
  const open = async (reply: FastifyReply, signedIn: SignedIn) => {
    sendResponse(reply, { body: await openBrowserSession(reply, services, guard, signedIn) });
    return reply;
  };

  app.post('/api/users/login', async (request, reply) => {
    const { email, password } = credentials.read(bodyOf({ request }));
    return open(reply, await sessions.signIn({ ...originOf(request), email, password }));
  });
  app.post('/api/auth/refresh', limited(600), async (request, reply) => {
    assertOwnOrigin(request, services);
    try {
      const { userAgent } = originOf(request);
      return await open(reply, await sessions.refresh({ refreshToken: refreshTokenOf(request), userAgent }));
    } catch (error) {
      // A store that is unavailable for a moment must not sign anybody out.
      if (error instanceof MusterError && error.code === 'session_expired') clearRefreshCookie(reply);
      throw error;
    }
  });
  const signOut = async (request: FastifyRequest, reply: FastifyReply) => {
    const { authorization } = request.headers;
    const claims =
      authorization === undefined ? undefined : readClaims(() => guard.identifyToken(authorization.replace(/^Bearer /, '')).claims);
    await sessions.signOut({ refreshToken: refreshTokenOf(request), claims });
    clearRefreshCookie(reply);
    sendResponse(reply, { body: { status: true } });
    return reply;
  };
  app.get('/api/users/logout', signOut);
  app.post('/api/users/logout', signOut);
  app.post('/api/users/password-reset', limited(60), async (request, reply) => {
    const { email } = resetRequest.read(bodyOf({ request }));
    await sessions.requestPasswordReset({ email, address: request.ip });
    sendResponse(reply, { body: { status: true, message: 'Password reset request was successful.' } });
    return reply;
  });
  app.post('/api/users/templogin', limited(120), async (request, reply) => {
    const { email, password } = credentials.read(bodyOf({ request }));
    const { user, claims } = await sessions.temporarySignIn({ ...originOf(request), email, password });
    sendResponse(reply, { body: { status: true, user, token: guard.sign(claims), error: null } });
    return reply;
  });
  app.post('/api/users/completeRegistration', limited(120), async (request, reply) => {
    const { token, password, endApiTokens } = completion.read(bodyOf({ request }));
    const claims = guard.identifyRegistration(token ?? request.headers.authorization?.replace(/^Bearer /, ''));
    return open(reply, await sessions.completeRegistration({ ...originOf(request), claims, password, endApiTokens }));
  });
  on({ method: 'GET', url: '/api/auth/authenticated' }, async (context) => {
    const { sub, impersonator: by } = context.session.claims;
    const { user, teams, impersonator } = await sessions.describeUser(sub, by);
    return { body: { authenticated: true, user, teams, impersonator } };
  });
}

/** Limits the requests per minute from one address, whether they succeed or not. */
function limited(max: number): { readonly config: { readonly rateLimit: { readonly max: number; readonly timeWindow: number } } } {
  return { config: { rateLimit: { max, timeWindow: 60_000 } } };
}

/** Signing out with an expired session is not an error. */
function readClaims<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
