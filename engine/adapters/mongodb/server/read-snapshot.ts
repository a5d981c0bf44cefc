import type { ClientSession, MongoClient } from 'mongodb';
import { isSnapshotGone, isTransient } from './translate-error.ts';

/**
 * Runs reads on one state of the store. In a snapshot session, which costs the server little; when the server no longer has
 * the snapshot before the reads end, as under many writes shortly after its start, in a transaction, which keeps it. `read`
 * is called again then. Its commands must not run in parallel, and have to end within a minute.
 * Undefined: the server ended the transaction too, for example because an index was created meanwhile.
 */
export async function readSnapshot<Result>(
  client: MongoClient,
  read: (session: ClientSession) => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await client.withSession({ snapshot: true }, read);
  } catch (error) {
    if (!isSnapshotGone(error)) throw error;
  }
  const session = client.startSession();
  try {
    session.startTransaction({ readConcern: { level: 'snapshot' }, readPreference: 'primary' });
    return await read(session);
  } catch (error) {
    if (isSnapshotGone(error) || isTransient(error)) return undefined;
    throw error;
  } finally {
    // Also ends the transaction.
    await session.endSession();
  }
}
