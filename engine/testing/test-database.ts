/** The address of another database on the same MongoDB server, with the same options. */
export function nameDatabase(url: string, database: string): string {
  return url.replace(/^(mongodb(?:\+srv)?:\/\/[^/?]+)(?:\/[^?]*)?/, `$1/${database}`);
}

/** Drops the database that an address names. */
export async function dropDatabase(url: string): Promise<void> {
  // The driver is large, so it is loaded only when it is used.
  const { MongoClient } = await import('mongodb');
  const client = await MongoClient.connect(url);
  try {
    await client.db().dropDatabase();
  } finally {
    await client.close();
  }
}
