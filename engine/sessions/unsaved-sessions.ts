import type { RecordDocument } from '#engine/model/values';
import type { SessionContext } from './session-context.ts';

/** A session that cannot be saved ends after this time, in milliseconds. */
const LIFETIME = 12 * 3_600_000;
const ID = /^unsaved_(\d+)_(\d+)_([^_]+)_(.+)$/;

/** Unsaved sessions that ended in this process while the store could not be written. */
const ended = new WeakMap<object, Set<string>>();

/** Whether a session was opened while the store could not be written. */
export function isUnsavedId(id: string): boolean {
  return ID.test(id);
}

/**
 * A session whose id contains all that it consists of. The id is in signed tokens only, so it needs no document; the first renewal after the
 * store can be written saves it under the same id.
 */
export function makeUnsavedSession(context: SessionContext, userId: string, credential: number): RecordDocument {
  const id = `unsaved_${credential}_${context.clock.now()}_${context.ids.next()}_${Buffer.from(userId).toString('base64url')}`;
  return readUnsavedSession(context, id) as RecordDocument;
}

/** The session of an id of a signed token; undefined for the id of a saved session and for one that ended here. `_version` is 0. */
export function readUnsavedSession({ store }: Pick<SessionContext, 'store'>, id: string): RecordDocument | undefined {
  const [, credential, openedAt, , user = ''] = ID.exec(id) ?? [];
  if (credential === undefined || ended.get(store)?.has(id) === true) return undefined;
  return {
    _id: id,
    _version: 0,
    user: Buffer.from(user, 'base64url').toString(),
    credential: Number(credential),
    count: 1,
    openedAt: Number(openedAt),
    rotatedAt: Number(openedAt),
    expiresAt: Number(openedAt) + LIFETIME,
  };
}

/** Ends an unsaved session in this process. Elsewhere it ends with its lifetime, or with the password. */
export function forgetUnsavedSession({ store }: Pick<SessionContext, 'store'>, id: string): void {
  const known = ended.get(store) ?? new Set<string>();
  ended.set(store, known.add(id));
}
