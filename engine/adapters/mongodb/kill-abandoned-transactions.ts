import type { Document, MongoClient } from 'mongodb';

/** A transaction of the product is never idle for so long between two statements, in milliseconds, unless its process is gone. */
const ABANDONED = 2_000;

/**
 * A process that was killed leaves its transactions open: the server holds on to what they wrote for a minute. Ends those
 * of this product that nobody goes on with, as far as this user may; should one be alive after all, it is tried again.
 */
export async function killAbandonedTransactions(client: MongoClient): Promise<void> {
  try {
    const open = await client.db('admin').aggregate<Document>([
      { $currentOp: { allUsers: false, idleSessions: true } },
      { $match: { type: 'idleSession', appName: client.options.appName, transaction: { $exists: true }, 'transaction.timeInactiveMicros': { $gt: ABANDONED * 1000 } } },
    ]).toArray();
    const sessions = open.map(({ lsid }) => ({ id: (lsid as { readonly id: unknown }).id }));
    if (sessions.length > 0) await client.db('admin').command({ killSessions: sessions });
  } catch {
    // A server that does not let this user look: the transactions end by themselves.
  }
}
