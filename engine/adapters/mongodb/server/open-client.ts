import { MongoClient, MongoServerSelectionError, type Document, type MongoClientOptions } from 'mongodb';
import { MusterError } from '../../../errors/index.ts';
import { rejectWritesToClosedSockets } from './reject-writes-to-closed-sockets.ts';
import { translateError } from './translate-error.ts';

const OPTIONS: MongoClientOptions = {
  appName: 'muster',
  writeConcern: { w: 'majority', journal: true, wtimeoutMS: 10_000 },
  readPreference: 'primary',
  // A write waits this long for a new primary before it fails with `store_unavailable`.
  serverSelectionTimeoutMS: 4_000,
  connectTimeoutMS: 4_000,
  heartbeatFrequencyMS: 3_000,
  maxPoolSize: 50,
  ignoreUndefined: true,
};

const STANDALONE_HELP =
  'it is a standalone server, and transactions need a replica set, of one node if need be. Start it as `mongod --replSet muster` (or set replication.replSetName), run once `mongosh --eval "rs.initiate()"`, and add `?replicaSet=muster` to MONGODB_URL.';
const NOT_INITIATED = 'its replica set was never initiated. Run once `mongosh --eval "rs.initiate()"`.';

/** Connects. Refuses a server without transactions, with the command that enables them. Throws `store_refused`, `store_unavailable`. */
export async function openClient(url: string): Promise<MongoClient> {
  const client = createClient(url);
  try {
    await client.connect();
    const hello = await client.db('admin').command({ hello: 1 });
    const reason = findRefusalReason(hello);
    if (reason !== undefined) throw new MusterError('store_refused', { values: { where: hostsOf(client), cause: reason } });
    return client;
  } catch (error) {
    await client.close();
    throw (await diagnose(url, client, error)) ?? translateError(error);
  }
}

function createClient(url: string): MongoClient {
  rejectWritesToClosedSockets();
  try {
    return new MongoClient(url, OPTIONS);
  } catch (error) {
    throw new MusterError('store_refused', { values: { where: 'MONGODB_URL', cause: 'it is not a MongoDB address.' }, cause: error });
  }
}

function findRefusalReason(hello: Document): string | undefined {
  if (hello['setName'] !== undefined || hello['msg'] === 'isdbgrid') return undefined;
  return hello['isreplicaset'] === true ? NOT_INITIATED : STANDALONE_HELP;
}

/** With a replica set in the URL the driver never selects a standalone server. A direct connection shows what the server is. */
async function diagnose(url: string, client: MongoClient, error: unknown): Promise<MusterError | undefined> {
  const [host] = client.options.hosts;
  if (!(error instanceof MongoServerSelectionError) || host === undefined || url.startsWith('mongodb+srv:')) return undefined;
  const address = new URL(url.replace(/^mongodb:/, 'http:').replace(/,[^/?]*/, ''));
  address.searchParams.delete('replicaSet');
  address.searchParams.set('directConnection', 'true');
  const direct = new MongoClient(address.href.replace(/^http:/, 'mongodb:'), { serverSelectionTimeoutMS: 1_500 });
  try {
    const reason = findRefusalReason(await direct.db('admin').command({ hello: 1 }));
    return reason === undefined ? undefined : new MusterError('store_refused', { values: { where: hostsOf(client), cause: reason } });
  } catch {
    return undefined;
  } finally {
    await direct.close();
  }
}

/** Only the hosts: the URL may contain a password. */
function hostsOf(client: MongoClient): string {
  return client.options.hosts.map((host) => host.toString()).join(', ');
}
