import type { FastifyReply, FastifyRequest } from 'fastify';
import { MusterError } from '../../errors/index.ts';
import type { RequestOrigin, SignedIn } from '../../sessions/index.ts';
import type { SignInResponse } from '#engine/model/wire';
import type { AuthenticationGuard } from '../request/authentication-guard.ts';
import type { ApiServices } from '../services.ts';

const REFRESH_COOKIE = 'muster_refresh';
/** The refresh cookie is sent only to these endpoints. */
const REFRESH_PATHS = ['/api/auth', '/api/users/logout'] as const;
/** A device on which someone signed in before; see `RequestOrigin`. */
const DEVICE_COOKIE = 'muster_device';
const DEVICE_PATH = '/api/users';
/** Milliseconds that a device is recognised after the last sign-in on it. */
const DEVICE_LIFETIME = 180 * 86_400_000;

type Services = Pick<ApiServices, 'configuration' | 'clock' | 'pluginHost'>;

function cookieOptions({ configuration }: Services, path: string, expires: number) {
  const secure = configuration.publicUrl.startsWith('https:');
  return { path, httpOnly: true, sameSite: 'strict', secure, expires: new Date(expires) } as const;
}

/** The refresh token of a request; '' when there is none. */
export function refreshTokenOf(request: FastifyRequest): string {
  return request.cookies[REFRESH_COOKIE] ?? '';
}

/** The client's address, device and browser. */
export function originOf(request: FastifyRequest): RequestOrigin {
  return { address: request.ip, device: request.cookies[DEVICE_COOKIE], userAgent: request.headers['user-agent'] };
}

/** Sets the cookies of a session that was opened or renewed; returns the body of the response. */
export async function openBrowserSession(
  reply: FastifyReply,
  services: Services,
  guard: AuthenticationGuard,
  signedIn: SignedIn,
): Promise<SignInResponse> {
  const { user, teams, impersonator, device, refreshToken, refreshExpiresAt } = signedIn;
  for (const path of REFRESH_PATHS) void reply.setCookie(REFRESH_COOKIE, refreshToken, cookieOptions(services, path, refreshExpiresAt));
  if (device !== undefined)
    void reply.setCookie(DEVICE_COOKIE, device, cookieOptions(services, DEVICE_PATH, services.clock.now() + DEVICE_LIFETIME));
  const session = await services.pluginHost.sessionData({ kind: 'user', userId: user._id });
  return { user, token: guard.sign(signedIn.claims), teams, impersonator, status: true, error: null, session };
}

export function clearRefreshCookie(reply: FastifyReply): void {
  for (const path of REFRESH_PATHS) void reply.clearCookie(REFRESH_COOKIE, { path });
}

/**
 * Refuses a request that a page of another address sends with our cookie. Browsers name the page in `Origin`; programs send none. Errors:
 * `origin_refused`.
 */
export function assertOwnOrigin({ headers: { origin, host } }: FastifyRequest, { configuration }: Services): void {
  if (origin === undefined) return;
  const own = URL.canParse(origin) ? new URL(origin) : undefined;
  if (own !== undefined && (own.host === host || own.origin === new URL(configuration.publicUrl).origin)) return;
  throw new MusterError('origin_refused');
}
