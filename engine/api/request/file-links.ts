import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MusterError } from '../../errors/index.ts';
import type { ClockPort } from '../../ports/index.ts';
import { readClaims, tokenPayloadOf, type TokenSession } from './authentication-guard.ts';
import { verifyToken } from './verify-token.ts';

/** Seconds that a link to a file is valid: as long as the access token of the requester. */
const LINK_SECONDS = 900;

/** Signed links to one file for one session, for images, videos and frames, where a browser sends no token. */
export interface FileLinks {
  /** Returns the URL with a token in it. It gives access to this file only, with the rights that its owner has when it is used. */
  sign(session: TokenSession, path: string): { readonly url: string; readonly expiresAt: string };
  /** Returns the session of the token in a link; undefined when the URL has none. Throws `session_expired`. */
  identify(request: FastifyRequest, path: string): TokenSession | undefined;
}

export function createFileLinks(app: FastifyInstance, clock: ClockPort): FileLinks {
  return {
    sign({ claims }, path) {
      const issuedAt = Math.floor(clock.now() / 1000);
      const token = app.jwt.sign({
        ...tokenPayloadOf(claims),
        scope: 'file',
        file: path,
        iat: issuedAt,
        exp: issuedAt + LINK_SECONDS,
      });
      return { url: `${path}?token=${token}`, expiresAt: new Date((issuedAt + LINK_SECONDS) * 1000).toISOString() };
    },
    identify(request, path) {
      const { token } = request.query as { readonly token?: unknown };
      if (token === undefined) return undefined;
      const payload = verifyToken(app, typeof token === 'string' ? token : '');
      const { scope, file, exp } = payload;
      if (scope !== 'file' || file !== path || typeof exp !== 'number' || exp * 1000 <= clock.now())
        throw new MusterError('session_expired');
      return { ...readClaims(payload, 'session'), expiresAt: exp * 1000, checkedAtRights: -1 };
    },
  };
}
