import type { Document, MongoClient } from 'mongodb';

/** Milliseconds after which an idle transaction of the product is abandoned: only a dead process leaves one idle for so long. */
const ABANDONED = 2_000;

/**
 * A killed process leaves its transactions open, and the server keeps their writes locked for a minute. Ends the
 * abandoned transactions of this product, as far as this user may. If one of them is still in use, its unit is retried.
 */
export async function killAbandonedTransactions(client: MongoClient): Promise<void> {
  try {
    const open = await client
      .db('admin')
      .aggregate<Document>([
        { $currentOp: { allUsers: false, idleSessions: true } },
        {
          $match: {
            type: 'idleSession',
            appName: client.options.appName,
            transaction: { $exists: true },
            'transaction.timeInactiveMicros': { $gt: ABANDONED * 1000 },
          },
        },
      ])
      .toArray();
    const sessions = open.map(({ lsid }) => ({ id: (lsid as { readonly id: unknown }).id }));
    if (sessions.length > 0) await client.db('admin').command({ killSessions: sessions });
  } catch {
    // The server does not let this user list transactions: they end by themselves.
  }
}
