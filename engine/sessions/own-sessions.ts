import type { FilterNode } from '#engine/model/filter';
import type { SessionView } from '#engine/model/wire';
import { MusterError } from '../errors/index.ts';
import type { StoreWrite } from '../ports/index.ts';
import { commitUnitWithRetry, createDocumentRemoval, createDocumentWrite, readStoredDocument } from '../records/index.ts';
import { CREDENTIALS, OWNER, SESSIONS } from './collections.ts';
import type { TokenClaims } from './contract.ts';
import { readCredential } from './passwords.ts';
import { endSession, isSessionOpen } from './session-families.ts';
import type { SessionContext } from './session-context.ts';

const MAX_LISTED = 1_000;

/** The browsers and systems that are recognised in a `User-Agent`; many browsers name others too, so the order matters. */
const BROWSERS = [
  ['Edge', /Edg(e|A|iOS)?\//],
  ['Opera', /OPR\/|Opera/],
  ['Samsung Internet', /SamsungBrowser\//],
  ['Firefox', /Firefox\/|FxiOS\//],
  ['Chrome', /Chrome\/|CriOS\//],
  ['Safari', /Safari\//],
] as const;
const SYSTEMS = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X|Macintosh/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux/],
] as const;

const findName = (names: readonly (readonly [string, RegExp])[], text: string): string | undefined =>
  names.find(([, pattern]) => pattern.test(text))?.[0];

/** A browser and its system, such as 'Chrome on Windows', from a `User-Agent`; null when neither is recognised. */
export function describeDevice(userAgent: string): string | null {
  const browser = findName(BROWSERS, userAgent);
  const system = findName(SYSTEMS, userAgent);
  return browser !== undefined && system !== undefined ? `${browser} on ${system}` : (browser ?? system ?? null);
}

const iso = (time: unknown): string => new Date(time as number).toISOString();

/** The valid sessions of the user, latest used first. */
export async function listSessions(
  context: SessionContext,
  { sub, sid }: Pick<TokenClaims, 'sub' | 'sid'>,
): Promise<readonly SessionView[]> {
  const filter: FilterNode = { kind: 'equals', key: OWNER, values: [sub] };
  const [found, { version }] = await Promise.all([
    context.store.find({ collection: SESSIONS.name, filter, sort: [], limit: MAX_LISTED }),
    readCredential(context, sub),
  ]);
  return found
    .map(({ document }) => document)
    .filter((one) => one.ended !== true && one.credential === version && (one.expiresAt as number) >= context.clock.now())
    .sort((one, other) => (other.rotatedAt as number) - (one.rotatedAt as number))
    .map((one) => ({
      _id: one._id,
      device: typeof one.agent === 'string' ? describeDevice(one.agent) : null,
      openedAt: iso(one.openedAt),
      lastUsedAt: iso(one.rotatedAt),
      isCurrent: one._id === sid,
    }));
}

/** Ends one of the user's sessions, with an audit entry if given. Errors: `record_not_found` for a session that is not theirs or has ended. */
export async function endOwnSession(
  context: SessionContext,
  { sub }: Pick<TokenClaims, 'sub'>,
  id: string,
  audit: readonly StoreWrite[] = [],
): Promise<void> {
  const stored = await readStoredDocument(context.store, SESSIONS, id);
  if (stored === undefined || stored.user !== sub || !(await isSessionOpen(context, id))) throw new MusterError('record_not_found');
  await endSession(context, id, audit);
}

/**
 * Ends all sessions of a user. They are valid for one version of the password only, so its version rises: this also ends sessions that
 * could not be saved.
 */
export async function endAllSessions(context: SessionContext, userId: string, audit: readonly StoreWrite[] = []): Promise<void> {
  const filter: FilterNode = { kind: 'equals', key: OWNER, values: [userId] };
  await commitUnitWithRetry(context.store, async () => {
    const before = await readStoredDocument(context.store, CREDENTIALS, userId);
    if (before === undefined) return { unit: undefined, result: undefined };
    const { _id, _version, ...fields } = before;
    const open = await context.store.find({ collection: SESSIONS.name, filter, sort: [], limit: MAX_LISTED });
    const writes = [
      createDocumentWrite(CREDENTIALS, userId, before, fields),
      ...open.map(({ document }) => createDocumentRemoval(SESSIONS, document)),
      ...audit,
    ];
    return { unit: { writes, bumps: ['rights'] }, result: undefined };
  });
}
