import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readApiTokenScope } from '#engine/model/wire';
import type { Actor } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import { isApiToken, type TokenClaims } from '../../sessions/index.ts';
import type { PreviewClaims } from '../../previews/index.ts';
import type { ApiServices } from '../services.ts';
import { isPreviewToken, readPreviewToken } from './preview-token.ts';
import { verifyToken } from './verify-token.ts';

/** Seconds that an access token is valid. */
const ACCESS_TOKEN_SECONDS = 900;

/** Maximum number of cached tokens; the oldest is removed first. */
const MAX_CACHED_TOKENS = 20_000;

/** A verified token: the actor, the expiry, and the version of rights at which the session was last checked to be live. */
export interface TokenSession {
  readonly claims: TokenClaims;
  readonly actor: Actor;
  /** What the session is used to preview; absent: it is used as it is. */
  readonly preview?: PreviewClaims;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  checkedAtRights: number;
}

/** Signs and verifies access tokens. A token is verified once; whether its session is still live is checked once per version of rights. */
export interface AuthenticationGuard {
  sign(claims: TokenClaims): string;
  /** Returns the session of an access token; a preview is none. Throws `session_expired`. */
  identifyToken(token: string): TokenSession;
  /**
   * Returns the session of an access token or an API token, not of a preview; a promise for an API token that is not cached. Throws `session_expired`,
   * `api_token_invalid`.
   */
  identifyBearer(token: string): TokenSession | Promise<TokenSession>;
  /** Same for the bearer token of a request, which may be that of a preview. */
  identify(request: FastifyRequest): TokenSession | Promise<TokenSession>;
  /** Same for a token that is valid only for `completeRegistration`. */
  identifyRegistration(token: string | undefined): TokenClaims;
  /** Throws `session_expired` when the session has ended since, `api_token_invalid` when the API token is no longer valid. */
  assertLive(session: TokenSession, rightsVersion: number): Promise<void>;
}

export function createAuthenticationGuard(app: FastifyInstance, services: ApiServices): AuthenticationGuard {
  const tokens = new Map<string, TokenSession>();
  const { clock, sessions } = services;

  function cacheToken(token: string, session: TokenSession): TokenSession {
    if (tokens.size >= MAX_CACHED_TOKENS) tokens.delete(tokens.keys().next().value as string);
    tokens.set(token, session);
    return session;
  }

  const open = (token: string): TokenSession =>
    cacheToken(token, isPreviewToken(token) ? openPreview(readPreviewToken(app, token)) : readToken(app, token));

  async function openApiToken(token: string): Promise<TokenSession> {
    const found = await sessions.apiTokens.find(token);
    if (found === undefined) throw new MusterError('api_token_invalid');
    const { id, userId, name, scopes, expiresAt } = found;
    sessions.apiTokens.recordUse(id);
    return cacheToken(token, {
      claims: { sub: userId, sid: id, scope: 'api' },
      actor: { kind: 'user', userId, name, scopes },
      expiresAt,
      checkedAtRights: -1,
    });
  }

  function findApiToken(token: string): TokenSession | Promise<TokenSession> {
    const session = tokens.get(token);
    if (session === undefined) return openApiToken(token);
    if (session.expiresAt <= clock.now()) throw new MusterError('api_token_invalid');
    sessions.apiTokens.recordUse(session.claims.sid);
    return session;
  }

  function find(token: string, isMeant: (session: TokenSession) => boolean): TokenSession {
    const session = tokens.get(token) ?? open(token);
    if (session.expiresAt > clock.now() && isMeant(session)) return session;
    tokens.delete(token);
    throw new MusterError('session_expired');
  }

  const identifyBearer = (token: string): TokenSession | Promise<TokenSession> =>
    isApiToken(token) ? findApiToken(token) : find(token, isOwnSession);

  return {
    sign(claims) {
      const issuedAt = Math.floor(clock.now() / 1000);
      return app.jwt.sign({ ...tokenPayloadOf(claims), scope: claims.scope, iat: issuedAt, exp: issuedAt + ACCESS_TOKEN_SECONDS });
    },
    identifyToken: (token) => find(token, isOwnSession),
    identifyBearer,
    identify(request) {
      const token = readBearer(request);
      return isPreviewToken(token) ? find(token, ({ preview }) => preview !== undefined) : identifyBearer(token);
    },
    identifyRegistration(token) {
      if (token === undefined || token === '') throw new MusterError('session_expired');
      return find(token, ({ claims }) => claims.scope === 'registration').claims;
    },
    async assertLive(session, rightsVersion) {
      if (!needsCheck(session, rightsVersion)) return;
      if (!(await sessions.isLive(session.claims)))
        throw new MusterError(session.claims.scope === 'api' ? 'api_token_invalid' : 'session_expired');
      session.checkedAtRights = rightsVersion;
    },
  };
}

/**
 * Whether a session must be checked before its next request. One that is used to act as another user is always checked: a setting, which
 * is no part of the rights, says who may.
 */
export function needsCheck({ checkedAtRights, claims }: TokenSession, rightsVersion: number): boolean {
  return checkedAtRights !== rightsVersion || claims.impersonator !== undefined;
}

function readToken(app: FastifyInstance, token: string): TokenSession {
  const payload = verifyToken(app, token);
  const { scope, exp } = payload;
  if ((scope !== 'session' && scope !== 'registration') || typeof exp !== 'number') throw new MusterError('session_expired');
  return { ...readClaims(payload, scope), expiresAt: exp * 1000, checkedAtRights: -1 };
}

/** The bearer token of a request. Throws `session_expired`. */
function readBearer({ headers: { authorization: header } }: FastifyRequest): string {
  if (header === undefined || !header.startsWith('Bearer ')) throw new MusterError('session_expired');
  return header.slice(7);
}

/** Whether it is the session of a person, and not used for a preview. */
function isOwnSession({ claims, preview }: TokenSession): boolean {
  return claims.scope === 'session' && preview === undefined;
}

/** The session of the admin, for a preview. */
function openPreview(content: ReturnType<typeof readPreviewToken>): TokenSession {
  return { ...content, actor: { kind: 'user', userId: content.claims.sub }, checkedAtRights: -1 };
}

/** Whose session it is, in the content of a signed token. */
export function tokenPayloadOf({ sub, sid, impersonator }: TokenClaims): { readonly [name: string]: string } {
  return { sub, sid, ...(impersonator === undefined ? {} : { imp: impersonator }) };
}

/** The claims in the content of a signed token, and the actor of its requests. Throws `session_expired`. */
export function readClaims(
  { sub, sid, imp }: { readonly [name: string]: unknown },
  scope: TokenClaims['scope'],
): Pick<TokenSession, 'claims' | 'actor'> {
  if (typeof sub !== 'string' || typeof sid !== 'string') throw new MusterError('session_expired');
  if (typeof imp !== 'string') return { claims: { sub, sid, scope }, actor: { kind: 'user', userId: sub } };
  return { claims: { sub, sid, scope, impersonator: imp }, actor: { kind: 'user', userId: sub, impersonatorId: imp } };
}

/** Paths on which only the rights on records decide: the scopes of an API token narrow these rights. */
const RECORD_PATHS = [
  '/api/:base',
  '/api/generic-modules',
  '/api/merge',
  '/api/batches',
  '/api/audit-log',
  '/api/email-addresses',
  '/api/imports',
  '/api/exports',
  '/api/zips',
  '/api/ss-modules',
  '/api/openapi.json',
  '/api/schemas',
  '/api/auth/authenticated',
] as const;
/** Links to files are for browsers and valid as long as their session. */
const FILE_PATHS = [
  '/api/files/upload',
  '/api/files/upload/:folder',
  '/api/files/upload-file-to-path',
  '/api/files/names',
  '/api/files/versions',
  '/api/files/rules',
  '/api/files/*',
];

const isRecordPath = (url: string): boolean =>
  FILE_PATHS.includes(url) || RECORD_PATHS.some((path) => url === path || url.startsWith(`${path}/`));

/**
 * Throws when the session may not use the endpoint with this path pattern at all; rights decide about the rest. Errors:
 * `api_token_out_of_scope`.
 */
export function assertTokenScope({ claims, actor: { scopes = [] } }: TokenSession, url: string): void {
  if (claims.scope !== 'api' || scopes.includes('admin')) return;
  const writes = scopes.map(readApiTokenScope).some((scope) => typeof scope === 'object' && scope.access === 'write');
  // A favourite belongs to its user and needs no right to change the record.
  if (!isRecordPath(url) || (url.includes('/favorite/') && !writes)) throw new MusterError('api_token_out_of_scope');
}
