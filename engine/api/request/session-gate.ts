import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MusterError } from '../../errors/index.ts';
import type { Actor } from '../../access/index.ts';
import type { TokenClaims } from '../../sessions/index.ts';
import type { ApiServices } from '../services.ts';

/** Seconds that an access token is good for. */
const ACCESS_TOKEN_SECONDS = 900;

/** Verified tokens kept at most; the oldest goes first. */
const MAX_TOKENS = 20_000;

/** A verified token: who asks, until when, and the version of rights at which the session was last seen to stand. */
export interface TokenSession {
  readonly claims: TokenClaims;
  readonly actor: Actor;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  checkedAtRights: number;
}

/** Signs and verifies access tokens. Verifying is done once a token; whether the session still stands, once a version of rights. */
export interface SessionGate {
  sign(claims: TokenClaims): string;
  /** The session behind the bearer token. Throws `session_expired`. */
  identify(request: FastifyRequest): TokenSession;
  /** The same for a token that is good for `completeRegistration` alone. */
  identifyRegistration(token: string | undefined): TokenClaims;
  /** Throws `session_expired` when the session has ended since. */
  assertLive(session: TokenSession, rightsVersion: number): Promise<void>;
}

export function createSessionGate(app: FastifyInstance, services: ApiServices): SessionGate {
  const tokens = new Map<string, TokenSession>();
  const { clock, sessions } = services;

  function open(token: string): TokenSession {
    const session = readToken(app, token);
    if (tokens.size >= MAX_TOKENS) tokens.delete(tokens.keys().next().value as string);
    tokens.set(token, session);
    return session;
  }

  function find(token: string, scope: TokenClaims['scope']): TokenSession {
    const session = tokens.get(token) ?? open(token);
    if (session.expiresAt > clock.now() && session.claims.scope === scope) return session;
    tokens.delete(token);
    throw new MusterError('session_expired');
  }

  return {
    sign(claims) {
      const issuedAt = Math.floor(clock.now() / 1000);
      return app.jwt.sign({ sub: claims.sub, sid: claims.sid, scope: claims.scope, iat: issuedAt, exp: issuedAt + ACCESS_TOKEN_SECONDS });
    },
    identify(request) {
      const header = request.headers.authorization;
      if (header === undefined || !header.startsWith('Bearer ')) throw new MusterError('session_expired');
      return find(header.slice(7), 'session');
    },
    identifyRegistration(token) {
      if (token === undefined || token === '') throw new MusterError('session_expired');
      return find(token, 'registration').claims;
    },
    async assertLive(session, rightsVersion) {
      if (session.checkedAtRights === rightsVersion) return;
      if (!(await sessions.isLive(session.claims))) throw new MusterError('session_expired');
      session.checkedAtRights = rightsVersion;
    },
  };
}

function readToken(app: FastifyInstance, token: string): TokenSession {
  const payload = verify(app, token);
  const { sub, sid, scope, exp } = payload;
  const isOurs = typeof sub === 'string' && typeof sid === 'string' && (scope === 'session' || scope === 'registration') && typeof exp === 'number';
  if (!isOurs) throw new MusterError('session_expired');
  return { claims: { sub, sid, scope }, actor: { kind: 'user', userId: sub }, expiresAt: exp * 1000, checkedAtRights: -1 };
}

function verify(app: FastifyInstance, token: string): { readonly [name: string]: unknown } {
  try {
    return app.jwt.verify<{ readonly [name: string]: unknown }>(token);
  } catch (cause) {
    throw new MusterError('session_expired', { cause });
  }
}
