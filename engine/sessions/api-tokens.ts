import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Actor } from '../access/index.ts';
import { MusterError } from '../errors/index.ts';
import type { StoreWrite } from '../ports/index.ts';
import {
  auditResourceChange,
  commitUnitWithRetry,
  diffValues,
  readStoredDocument,
  createDocumentWrite,
  type ResourceChange,
} from '../records/index.ts';
import { readApiTokenScope, type ApiTokenView, type CreatedApiToken } from '#engine/model/wire';
import type { FilterNode } from '#engine/model/filter';
import type { JsonObject, RecordDocument } from '#engine/model/values';
import { API_TOKENS, OWNER, sweepExpired } from './collections.ts';
import { assertOwnPassword } from './own-password.ts';
import type { ApiTokens, ValidApiToken, CreateApiTokenInput } from './contract.ts';
import { isActive, readUser } from './session-users.ts';
import type { SessionContext } from './session-context.ts';

/** Prefix of every token, so that secret scanners can find a leaked one. */
const PREFIX = 'mst_';
const SECRET_BYTES = 32;
/** Characters of the secret that the list shows. */
const VISIBLE_LETTERS = 6;
/** Minimum time between two recorded uses of a token, in milliseconds. */
const USE_RECORD_INTERVAL = 60_000;
const MAX_TOKENS = 100;
const MAX_LISTED = 10_000;
/** How long an expired token is still listed before it is removed, in milliseconds. */
const EXPIRED_RETENTION = 30 * 86_400_000;
/** `expiresAt` (the key of the sweep) of a token without an expiry date. */
const NEVER = Number.MAX_SAFE_INTEGER;

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');
const iso = (time: unknown): string | null => (typeof time === 'number' ? new Date(time).toISOString() : null);

/** The scopes with other names of modules: stored ones have the names that keys have for modules, which stay when those are renamed. */
function renameScopes(scopes: readonly string[], rename: (module: string) => string): readonly string[] {
  return scopes.map((scope) => {
    const [module = '', ...rest] = scope.split(':');
    return rest.length === 0 ? scope : [rename(module), ...rest].join(':');
  });
}

function toView({ registry }: Pick<SessionContext, 'registry'>, document: RecordDocument): ApiTokenView {
  return {
    _id: document._id,
    name: document.name as string,
    user: document.user as string,
    scopes: renameScopes(document.scopes as string[], registry.current().moduleNames.ofKey),
    start: document.start as string,
    createdAt: iso(document.createdAt) as string,
    lastUsedAt: iso(document.lastUsedAt),
    expiresAt: iso(document.endsAt),
  };
}

/** Returns the same token text for a repeated request with the same key, so that the plaintext need not be stored for the replay. */
function makeTokenText(context: SessionContext, { userId, key }: CreateApiTokenInput): string {
  const secret =
    key === undefined ? randomBytes(SECRET_BYTES) : createHmac('sha256', context.secret).update(`api-token/${userId}/${key}`).digest();
  return PREFIX + secret.toString('base64url');
}

/** Errors: `api_token_scope_unknown` for an invalid scope or one of an unknown module; `admin_only`. */
async function assertScopes(context: SessionContext, { userId, scopes }: CreateApiTokenInput): Promise<void> {
  const snapshot = context.registry.current();
  for (const scope of scopes) {
    const read = readApiTokenScope(scope);
    const isKnown = read === 'admin' || (read !== undefined && (read.module === '*' || snapshot.modules.has(read.module)));
    if (!isKnown) throw new MusterError('api_token_scope_unknown', { values: { scope } });
  }
  if (scopes.includes('admin') && (await readUser(context, userId))?.userType !== 'System Admin') throw new MusterError('admin_only');
}

/** Matches the tokens of all users. A revoked token has no owner. */
const OWNED: FilterNode = { kind: 'exists', keys: [OWNER] };
const ofUser = (userId: string): FilterNode => ({ kind: 'equals', key: OWNER, values: [userId] });

/**
 * Checks that the stored token was created by the same request. Errors: `idempotency_conflict` for a different request and for a revoked
 * token, which never becomes valid again.
 */
function assertSame(same: RecordDocument, { name, scopes, expiresAt }: CreateApiTokenInput): void {
  const isSame =
    isOwned(same) && same.name === name && JSON.stringify(same.scopes) === JSON.stringify(scopes) && same.endsAt === (expiresAt ?? null);
  if (!isSame) throw new MusterError('idempotency_conflict');
}

function isOwned(document: RecordDocument): boolean {
  return typeof document[OWNER.id] === 'string';
}

/** Returns a token that exists and is not revoked. */
async function readToken({ store }: SessionContext, id: string): Promise<RecordDocument | undefined> {
  const stored = await readStoredDocument(store, API_TOKENS, id);
  return stored !== undefined && isOwned(stored) ? stored : undefined;
}

/**
 * The audit entries for a token that is created or revoked. The id is the hash of the token text, from which the text cannot be computed.
 */
function audit(
  context: SessionContext,
  actor: Actor,
  token: RecordDocument,
  toLines: (state: JsonObject) => ResourceChange['changes'],
): readonly StoreWrite[] {
  const { name, user, scopes, endsAt } = token;
  const state = { name: name as string, user: user as string, scopes: scopes as string[], expiresAt: iso(endsAt) };
  return auditResourceChange(context, actor, { resource: 'apiTokens', id: token._id, name: state.name, changes: toLines(state) });
}

async function make(context: SessionContext, actor: Actor, input: CreateApiTokenInput): Promise<CreatedApiToken> {
  await assertOwnPassword(context, { ...input, field: 'password' });
  await assertScopes(context, input);
  const { store, clock } = context;
  const { userId, name, expiresAt } = input;
  const scopes = renameScopes(input.scopes, context.registry.current().moduleNames.keyOf);
  if (expiresAt !== undefined && expiresAt <= clock.now()) throw new MusterError('api_token_expiry_past');
  const token = makeTokenText(context, input);
  const id = hashOf(token);
  const document = await commitUnitWithRetry(store, async () => {
    const same = await readStoredDocument(store, API_TOKENS, id);
    if (same !== undefined) {
      assertSame(same, { ...input, scopes });
      return { unit: undefined, result: same };
    }
    const existing = await store.find({ collection: API_TOKENS.name, filter: ofUser(userId), sort: [], limit: MAX_TOKENS });
    if (existing.length >= MAX_TOKENS) throw new MusterError('api_tokens_too_many', { values: { most: MAX_TOKENS } });
    const fields = {
      user: userId,
      name,
      scopes: [...scopes],
      start: token.slice(0, PREFIX.length + VISIBLE_LETTERS),
      createdAt: clock.now(),
      lastUsedAt: null,
      endsAt: expiresAt ?? null,
      expiresAt: expiresAt === undefined ? NEVER : expiresAt + EXPIRED_RETENTION,
    };
    const made: RecordDocument = { ...fields, _id: id, _version: 1 };
    return {
      unit: {
        writes: [
          createDocumentWrite(API_TOKENS, id, undefined, fields),
          ...audit(context, actor, made, (state) => diffValues(undefined, state)),
        ],
      },
      result: made,
    };
  });
  await sweepExpired(store, API_TOKENS, clock.now());
  return { ...toView(context, document), token };
}

async function list({ store, registry }: SessionContext, userId: string | undefined): Promise<readonly ApiTokenView[]> {
  const found = await store.find({
    collection: API_TOKENS.name,
    filter: userId === undefined ? OWNED : ofUser(userId),
    sort: [],
    limit: MAX_LISTED,
  });
  return found.map(({ document }) => toView({ registry }, document)).sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
}

async function revoke(
  context: SessionContext,
  actor: Actor,
  { id, userId, canRevokeAny }: Parameters<ApiTokens['revoke']>[1],
): Promise<void> {
  await commitUnitWithRetry(context.store, async () => {
    const stored = await readToken(context, id);
    if (stored === undefined || (stored.user !== userId && !canRevokeAny)) throw new MusterError('record_not_found');
    return { unit: { writes: buildRevocation(context, actor, stored), bumps: ['rights'] }, result: undefined };
  });
}

/** The writes that revoke all tokens of a user, with their audit entries. */
export async function revokeAllTokens(
  context: SessionContext,
  actor: Actor,
  userId: string,
): Promise<{ readonly writes: readonly StoreWrite[]; readonly count: number }> {
  const found = await context.store.find({ collection: API_TOKENS.name, filter: ofUser(userId), sort: [], limit: MAX_TOKENS });
  const writes = found.flatMap(({ document }) => buildRevocation(context, actor, document));
  return { writes, count: found.length };
}

/** Keeps a document with only the hash as its id: a repeated create request would generate the same token text. */
function buildRevocation(context: SessionContext, actor: Actor, stored: RecordDocument): readonly StoreWrite[] {
  const revoked = createDocumentWrite(API_TOKENS, stored._id, stored, { revokedAt: context.clock.now() });
  return [revoked, ...audit(context, actor, stored, (state) => diffValues(state, undefined))];
}

/** Returns a token that has not expired and whose user is active. */
async function findValid(context: SessionContext, id: string): Promise<RecordDocument | undefined> {
  const stored = await readToken(context, id);
  if (stored === undefined || (stored.endsAt !== null && (stored.endsAt as number) <= context.clock.now())) return undefined;
  return isActive(await readUser(context, stored.user as string)) ? stored : undefined;
}

/** Whether a bearer token is an API token (read from the store) and not a signed access token. */
export function isApiToken(token: string): boolean {
  return token.startsWith(PREFIX);
}

async function find(context: SessionContext, token: string): Promise<ValidApiToken | undefined> {
  const document = await findValid(context, hashOf(token));
  if (document === undefined) return undefined;
  return {
    id: document._id,
    userId: document.user as string,
    name: document.name as string,
    scopes: document.scopes as string[],
    expiresAt: (document.endsAt as number | null) ?? NEVER,
  };
}

async function recordUse(context: SessionContext, id: string): Promise<void> {
  const now = context.clock.now();
  await commitUnitWithRetry(context.store, async () => {
    const stored = await readToken(context, id);
    if (stored === undefined || now - ((stored.lastUsedAt as number | null) ?? 0) < USE_RECORD_INTERVAL)
      return { unit: undefined, result: undefined };
    const { _id, _version, ...fields } = stored;
    return { unit: { writes: [createDocumentWrite(API_TOKENS, id, stored, { ...fields, lastUsedAt: now })] }, result: undefined };
  });
}

/** API tokens, stored only by the hash of their text. */
export function createApiTokens(context: SessionContext): ApiTokens {
  const recordedAt = new Map<string, number>();
  return {
    create: (actor, input) => make(context, actor, input),
    list: (userId) => list(context, userId),
    revoke: (actor, input) => revoke(context, actor, input),
    find: (token) => find(context, token),
    isLive: async (id) => (await findValid(context, id)) !== undefined,
    recordUse(id) {
      const now = context.clock.now();
      if (now - (recordedAt.get(id) ?? 0) < USE_RECORD_INTERVAL) return;
      recordedAt.set(id, now);
      recordUse(context, id).catch((error: unknown) =>
        context.log.warn({ token: id, error: String(error) }, 'the use of an API token could not be recorded'),
      );
    },
  };
}
