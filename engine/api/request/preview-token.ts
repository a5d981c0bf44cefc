import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MusterError } from '../../errors/index.ts';
import type { ClockPort } from '../../ports/index.ts';
import type { PreviewClaims } from '../../previews/index.ts';
import type { TokenClaims } from '../../sessions/index.ts';
import { verifyToken } from './verify-token.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the endpoint is served in a preview: it only reads. Default: it is refused. */
    preview?: boolean;
  }
}

/** What the token of a preview begins with: endpoints that are not served in previews refuse it without looking further. */
const PREFIX = 'mpv_';
/** Seconds that a token is valid: as long as an access token. The client requests another one. */
const SECONDS = 900;
const READING: ReadonlySet<string> = new Set(['GET', 'HEAD']);

export function isPreviewToken(token: string): boolean {
  return token.startsWith(PREFIX);
}

/**
 * Refuses every endpoint in a preview that does not say that it is served there, whoever registers it. Errors: `preview_read_only`,
 * `preview_out_of_scope` for what would only be read.
 */
export function limitPreviews(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const isLimited = isPreviewToken(bearerOf(request)) && !request.is404 && request.routeOptions.config.preview !== true;
    if (!isLimited) done();
    else done(new MusterError(READING.has(request.method) ? 'preview_out_of_scope' : 'preview_read_only'));
  });
}

function bearerOf({ headers: { authorization = '' } }: FastifyRequest): string {
  return authorization.startsWith('Bearer ') ? authorization.slice(7) : '';
}

/** Signs a token for a preview in the session of the admin, with which it ends. */
export function signPreviewToken(
  app: FastifyInstance,
  clock: ClockPort,
  { sub, sid }: TokenClaims,
  preview: PreviewClaims,
): { readonly token: string; readonly expiresAt: string } {
  const iat = Math.floor(clock.now() / 1000);
  const token = app.jwt.sign({ sub, sid, scope: 'preview', preview, iat, exp: iat + SECONDS });
  return { token: `${PREFIX}${token}`, expiresAt: new Date((iat + SECONDS) * 1000).toISOString() };
}

/** What a preview token says. */
interface PreviewTokenContent {
  /** The session of the admin. */
  readonly claims: TokenClaims;
  readonly preview: PreviewClaims;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** Reads a preview token, whose expiry is not checked. Throws `session_expired`. */
export function readPreviewToken(app: FastifyInstance, token: string): PreviewTokenContent {
  const { sub, sid, scope, preview, exp } = verifyToken(app, token.slice(PREFIX.length));
  if (scope !== 'preview' || typeof sub !== 'string' || typeof sid !== 'string' || typeof exp !== 'number')
    throw new MusterError('session_expired');
  return {
    claims: { sub, sid, scope: 'session' },
    // Only this product can sign it.
    preview: preview as PreviewClaims,
    expiresAt: exp * 1000,
  };
}
