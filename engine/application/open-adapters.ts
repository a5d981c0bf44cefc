import { createHash } from 'node:crypto';
import path from 'node:path';
import { mkdirSync } from 'node:fs';
import { SYSTEM_ACTOR } from '../access/index.ts';
import { createEmbeddedQueue } from '../adapters/embedded-queue/index.ts';
import { createMailSink, recordMail, type RecordMailServices } from '../adapters/mail-sink/index.ts';
import { createLocalFiles } from '../adapters/local-files/index.ts';
import type {
  ClockPort,
  FilesPort,
  IdsPort,
  LogPort,
  MailPort,
  OutboundHttpPort,
  PubSubPort,
  QueuePort,
  StorePort,
} from '../ports/index.ts';
import { createRecordMatcher, type RecordOperations } from '../records/index.ts';
import { createWebhooks, type WebhookContext, type WebhookCache, type Webhooks } from '../webhooks/index.ts';
import { createSqliteStore } from '../adapters/sqlite/index.ts';
import type { DefinitionSnapshot } from '../registry/index.ts';
import type { Configuration } from './configuration.ts';

const MAX_NOTIFIED_ADMINS = 20;

/** Services that webhooks need, in addition to the configuration. */
interface WebhookServices extends Pick<WebhookContext, 'store' | 'cipher' | 'access' | 'mail' | 'clock' | 'ids' | 'log'> {
  readonly directory: WebhookCache;
  readonly http: OutboundHttpPort;
  /** Reads the System Admins. */
  readonly reader: Pick<RecordOperations, 'find'>;
}

/** Creates the webhooks with the services that they need. */
export function openWebhooks(
  { publicUrl }: Pick<Configuration, 'publicUrl'>,
  { directory, reader, ...services }: WebhookServices,
): Webhooks {
  const context: WebhookContext = {
    ...services,
    publicUrl,
    matcher: createRecordMatcher(services),
    listAdminEmails: () => listAdmins(reader),
  };
  return createWebhooks(context, directory);
}

async function listAdmins(reader: WebhookServices['reader']): Promise<readonly string[]> {
  const { data } = await reader.find(SYSTEM_ACTOR, {
    module: 'users',
    filter: { userType: 'System Admin', active: true },
    fields: ['email'],
    limit: MAX_NOTIFIED_ADMINS,
  });
  return data.flatMap(({ email }) => (typeof email === 'string' && email !== '' ? [email] : []));
}

/**
 * Opens the storage of file contents: in MongoDB when the records are there, so that every node can serve them, else in
 * the data folder.
 */
export async function openFiles({ mongodbUrl, dataFolder }: Pick<Configuration, 'mongodbUrl' | 'dataFolder'>): Promise<FilesPort> {
  if (mongodbUrl === undefined) return createLocalFiles({ folder: path.join(dataFolder, 'files') });
  const { createGridFsFiles } = await import('../adapters/gridfs/index.ts');
  return createGridFsFiles({ url: mongodbUrl });
}

/** What the parts of the product that can be in Redis need. */
interface RedisServices {
  readonly configuration: Pick<Configuration, 'redisUrl'>;
  readonly secret: string;
  readonly log: LogPort;
}

/** Opens the messaging between nodes over Redis, if it is configured; its driver is loaded only then. */
export async function openPubSub({ configuration: { redisUrl }, secret, log }: RedisServices): Promise<PubSubPort | undefined> {
  if (redisUrl === undefined) return undefined;
  const { createRedisPubSub } = await import('../adapters/redis-pub-sub/index.ts');
  return createRedisPubSub({ url: redisUrl, channel: `muster:${nameInstallation(secret)}:live`, log });
}

/** What a queue in the store needs. */
interface StoreQueueServices {
  readonly store: StorePort;
  readonly clock: ClockPort;
  readonly ids: IdsPort;
  readonly log: LogPort;
}

/** Opens the queue: in Redis, if it is configured, else in the store. */
export async function openQueue({
  configuration: { redisUrl },
  secret,
  ...services
}: RedisServices & StoreQueueServices): Promise<QueuePort> {
  const { store, clock, ids, log } = services;
  if (redisUrl === undefined) return createEmbeddedQueue({ store, clock, ids, log });
  await logJobsInStore({ store, clock, ids, log });
  const { createBullmqQueue } = await import('../adapters/bullmq/index.ts');
  return createBullmqQueue({ url: redisUrl, prefix: `muster-${nameInstallation(secret)}`, ids, log });
}

/** What is wrong with the configuration of Redis, in sentences. Throws `queue_unavailable`. */
export async function inspectRedis({ redisUrl = '' }: Pick<Configuration, 'redisUrl'>): Promise<readonly string[]> {
  const { inspectRedis: inspect } = await import('../adapters/bullmq/index.ts');
  return inspect(redisUrl);
}

/** Logs how many jobs were left in the store when Redis was configured: nobody runs them. */
async function logJobsInStore(services: StoreQueueServices): Promise<void> {
  const queue = await createEmbeddedQueue(services);
  const jobs = (await queue.health()).reduce((sum, one) => sum + one.waiting + one.delayed + one.blocked + one.running, 0);
  await queue.stop();
  if (jobs === 0) return;
  const text = 'Jobs from before REDIS_URL was set wait in the store and are not run: start without REDIS_URL until they have ended.';
  services.log.warn({ jobs }, text);
}

/** A name for the keys of this installation in Redis: its nodes share its secret, and two installations may share a Redis. */
function nameInstallation(secret: string): string {
  return createHash('sha256').update(`live events ${secret}`).digest('hex').slice(0, 16);
}

/** Opens the configured store: MongoDB, or the embedded one in the data folder; with `isReadOnly` it must exist, and stays as it is. */
export async function openStore(
  { mongodbUrl, dataFolder, queryCache = true }: Pick<Configuration, 'mongodbUrl' | 'dataFolder' | 'queryCache'>,
  isReadOnly = false,
): Promise<StorePort> {
  if (mongodbUrl !== undefined) {
    // Its driver is large, so it is loaded only when it is used.
    const { createMongoStore } = await import('../adapters/mongodb/index.ts');
    return createMongoStore({ url: mongodbUrl, queryCache, isReadOnly });
  }
  if (!isReadOnly) mkdirSync(dataFolder, { recursive: true });
  return createSqliteStore({ file: path.join(dataFolder, 'muster.sqlite'), queryCache, isReadOnly });
}

/** Switches the query cache of a store: off if the environment or the setting `query_cache` says so. */
export function applyCacheSetting(
  store: StorePort,
  { queryCache = true }: Pick<Configuration, 'queryCache'>,
  snapshot: DefinitionSnapshot,
): void {
  store.setQueryCache(queryCache && snapshot.settings.get('query_cache')?.setting !== false);
}

/** Sends e-mail over SMTP if it is configured; else messages are stored. */
export async function openMail(configuration: Configuration, base: RecordMailServices): Promise<MailPort> {
  const from = `Muster <muster@${new URL(configuration.publicUrl).hostname}>`;
  // The folder is named after the status `sent-to-outbox` of stored e-mails; it has nothing to do with the transactional outbox.
  if (configuration.smtpUrl === undefined) return createMailSink({ ...base, from, folder: path.join(configuration.dataFolder, 'outbox') });
  const { createSmtpMail } = await import('../adapters/smtp/index.ts');
  return recordMail(base, createSmtpMail({ url: configuration.smtpUrl, from }));
}
