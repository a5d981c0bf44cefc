import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Actor } from '../access/index.ts';
import { MusterError } from '../errors/index.ts';
import type { StoreWrite } from '../ports/index.ts';
import { auditPart, commitKept, linesBetween, readKept, writeKept, type PartChange } from '../records/index.ts';
import { readApiTokenScope, type ApiTokenView, type FilterNode, type JsonObject, type MadeApiToken, type RecordDocument } from '#engine/model';
import { API_TOKENS, OWNER } from './collections.ts';
import type { ApiTokens, FoundApiToken, MakeApiTokenInput } from './contract.ts';
import { isActive, readUser } from './session-users.ts';
import type { SessionContext } from './session-context.ts';
import { sweepKept } from './sweep-kept.ts';

/** What every token begins with, so that scanners of code can find one that was left there. */
const PREFIX = 'mst_';
const SECRET_BYTES = 32;
/** Letters of the secret that the list shows. */
const SHOWN = 6;
/** A use is noted once in so many milliseconds. */
const NOTED_EVERY = 60_000;
const MOST_TOKENS = 100;
const MOST_LISTED = 10_000;
/** Shown as expired for so long, in milliseconds, before they are swept. */
const KEPT_EXPIRED = 30 * 86_400_000;
/** `expiresAt` of a token without an end, for the sweep. */
const NEVER = Number.MAX_SAFE_INTEGER;

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');
const iso = (time: unknown): string | null => (typeof time === 'number' ? new Date(time).toISOString() : null);

function toView(document: RecordDocument): ApiTokenView {
  return {
    _id: document._id, name: document.name as string, user: document.user as string, scopes: document.scopes as string[], start: document.start as string,
    createdAt: iso(document.createdAt) as string, lastUsedAt: iso(document.lastUsedAt), expiresAt: iso(document.endsAt),
  };
}

/** A repeated call with the same key makes the same text, so that nothing that opens a door has to be kept to answer it again. */
function makeText(context: SessionContext, { userId, key }: MakeApiTokenInput): string {
  const secret = key === undefined ? randomBytes(SECRET_BYTES) : createHmac('sha256', context.secret).update(`api-token/${userId}/${key}`).digest();
  return PREFIX + secret.toString('base64url');
}

/** Errors: `api_token_scope_unknown` for a scope that is none, or of a module that there is not; `admin_only`. */
async function assertScopes(context: SessionContext, { userId, scopes }: MakeApiTokenInput): Promise<void> {
  const snapshot = context.registry.current();
  for (const scope of scopes) {
    const read = readApiTokenScope(scope);
    const isKnown = read === 'admin' || (read !== undefined && (read.module === '*' || snapshot.modules.has(read.module)));
    if (!isKnown) throw new MusterError('api_token_scope_unknown', { values: { scope } });
  }
  if (scopes.includes('admin') && (await readUser(context, userId))?.userType !== 'System Admin') throw new MusterError('admin_only');
}

/** Of anybody: one that was revoked is nobody's. */
const OWNED: FilterNode = { kind: 'exists', keys: [OWNER] };
const ofUser = (userId: string): FilterNode => ({ kind: 'equals', key: OWNER, values: [userId] });

/** What was made with the same key. Errors: `idempotency_conflict` for another one, and for one that was revoked: it never opens anything again. */
function assertSame(same: RecordDocument, { name, scopes, expiresAt }: MakeApiTokenInput): void {
  const isSame = isOwned(same) && same.name === name && JSON.stringify(same.scopes) === JSON.stringify(scopes) && same.endsAt === (expiresAt ?? null);
  if (!isSame) throw new MusterError('idempotency_conflict');
}

function isOwned(document: RecordDocument): boolean {
  return typeof document[OWNER.id] === 'string';
}

/** A token that was made and not revoked. */
async function readToken({ store }: SessionContext, id: string): Promise<RecordDocument | undefined> {
  const kept = await readKept(store, API_TOKENS, id);
  return kept !== undefined && isOwned(kept) ? kept : undefined;
}

/** The audit entries of a token that is made or revoked, whole. Its id is the hash of its text, by which nobody finds that. */
function audit(context: SessionContext, actor: Actor, token: RecordDocument, toLines: (state: JsonObject) => PartChange['lines']): readonly StoreWrite[] {
  const { name, user, scopes, endsAt } = token;
  const state = { name: name as string, user: user as string, scopes: scopes as string[], expiresAt: iso(endsAt) };
  return auditPart(context, actor, { part: 'apiTokens', id: token._id, name: state.name, lines: toLines(state) });
}

async function make(context: SessionContext, actor: Actor, input: MakeApiTokenInput): Promise<MadeApiToken> {
  await assertScopes(context, input);
  const { store, clock } = context;
  const { userId, name, scopes, expiresAt } = input;
  if (expiresAt !== undefined && expiresAt <= clock.now()) throw new MusterError('api_token_over');
  const token = makeText(context, input);
  const id = hashOf(token);
  const document = await commitKept(store, async () => {
    const same = await readKept(store, API_TOKENS, id);
    if (same !== undefined) {
      assertSame(same, input);
      return { unit: undefined, answer: same };
    }
    const held = await store.find({ collection: API_TOKENS.name, filter: ofUser(userId), sort: [], limit: MOST_TOKENS });
    if (held.length >= MOST_TOKENS) throw new MusterError('api_tokens_too_many', { values: { most: MOST_TOKENS } });
    const fields = {
      user: userId, name, scopes: [...scopes], start: token.slice(0, PREFIX.length + SHOWN), createdAt: clock.now(), lastUsedAt: null,
      endsAt: expiresAt ?? null, expiresAt: expiresAt === undefined ? NEVER : expiresAt + KEPT_EXPIRED,
    };
    const made: RecordDocument = { ...fields, _id: id, _version: 1 };
    return { unit: { writes: [writeKept(API_TOKENS, id, undefined, fields), ...audit(context, actor, made, (state) => linesBetween(undefined, state))] }, answer: made };
  });
  await sweepKept(store, API_TOKENS, clock.now());
  return { ...toView(document), token };
}

async function list({ store }: SessionContext, userId: string | undefined): Promise<readonly ApiTokenView[]> {
  const found = await store.find({ collection: API_TOKENS.name, filter: userId === undefined ? OWNED : ofUser(userId), sort: [], limit: MOST_LISTED });
  return found.map(({ document }) => toView(document)).sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
}

/** That there was one stays, by its hash alone: the call that made it would make the same text again. */
async function revoke(context: SessionContext, actor: Actor, { id, userId, ofAnyone }: Parameters<ApiTokens['revoke']>[1]): Promise<void> {
  await commitKept(context.store, async () => {
    const kept = await readToken(context, id);
    if (kept === undefined || (kept.user !== userId && !ofAnyone)) throw new MusterError('record_not_found');
    const revoked = writeKept(API_TOKENS, id, kept, { revokedAt: context.clock.now() });
    return { unit: { writes: [revoked, ...audit(context, actor, kept, (state) => linesBetween(state, undefined))], bumps: ['rights'] }, answer: undefined };
  });
}

/** A token that is not over, of an active user. */
async function findStanding(context: SessionContext, id: string): Promise<RecordDocument | undefined> {
  const kept = await readToken(context, id);
  if (kept === undefined || (kept.endsAt !== null && (kept.endsAt as number) <= context.clock.now())) return undefined;
  return isActive(await readUser(context, kept.user as string)) ? kept : undefined;
}

/** Whether a bearer token is to be looked up here, and was signed by nobody. */
export function isApiToken(token: string): boolean {
  return token.startsWith(PREFIX);
}

async function find(context: SessionContext, token: string): Promise<FoundApiToken | undefined> {
  const document = await findStanding(context, hashOf(token));
  if (document === undefined) return undefined;
  return { id: document._id, userId: document.user as string, name: document.name as string, scopes: document.scopes as string[], expiresAt: (document.endsAt as number | null) ?? NEVER };
}

async function noteUse(context: SessionContext, id: string): Promise<void> {
  const now = context.clock.now();
  await commitKept(context.store, async () => {
    const kept = await readToken(context, id);
    if (kept === undefined || now - ((kept.lastUsedAt as number | null) ?? 0) < NOTED_EVERY) return { unit: undefined, answer: undefined };
    const { _id, _version, ...fields } = kept;
    return { unit: { writes: [writeKept(API_TOKENS, id, kept, { ...fields, lastUsedAt: now })] }, answer: undefined };
  });
}

/** API tokens, kept by the hash of their text alone. */
export function createApiTokens(context: SessionContext): ApiTokens {
  const notedAt = new Map<string, number>();
  return {
    make: (actor, input) => make(context, actor, input),
    list: (userId) => list(context, userId),
    revoke: (actor, input) => revoke(context, actor, input),
    find: (token) => find(context, token),
    isLive: async (id) => (await findStanding(context, id)) !== undefined,
    noteUse(id) {
      const now = context.clock.now();
      if (now - (notedAt.get(id) ?? 0) < NOTED_EVERY) return;
      notedAt.set(id, now);
      noteUse(context, id).catch((error: unknown) => context.log.warn({ token: id, error: String(error) }, 'the use of an API token could not be noted'));
    },
  };
}
