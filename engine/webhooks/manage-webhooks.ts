import { createHash } from 'node:crypto';
import type { Actor } from '../access/index.ts';
import { MusterError } from '../errors/index.ts';
import { commitUnitWithRetry, readStoredDocument, createDocumentRemoval, createDocumentWrite } from '../records/index.ts';
import type { StoreWrite } from '../ports/index.ts';
import type { RecordDocument } from '#engine/model/values';
import type { WebhookInput } from '#engine/model/wire';
import { auditWebhook, NEW_SECRET, pauseLines } from './audit-webhook.ts';
import { assertValidWebhook } from './assert-valid-webhook.ts';
import { WEBHOOKS, WEBHOOK_HEALTH, readHealth, readWebhook, type StoredWebhook } from './stored-webhook.ts';
import type { SecretRequester, WebhookAdmin } from './contract.ts';
import { withCurrentFilter } from './current-filter.ts';
import { webhookFilter, removeDeliveries } from './delivery-store.ts';
import { secretCipherContext, makeSecret } from './send-delivery.ts';
import type { WebhookContext } from './webhook-context.ts';
import { MAX_WEBHOOKS, readWebhooks } from './webhook-cache.ts';

/** How long deliveries are also signed with the previous secret, in milliseconds. */
const SECRET_OVERLAP = 86_400_000;

/** A webhook with its plaintext secret. */
export interface WebhookSecretResult {
  readonly webhook: StoredWebhook;
  readonly secret: string;
}

/** Returns a webhook that must exist. Errors: `webhook_not_found`. */
export async function requireWebhook({ store }: Pick<WebhookContext, 'store'>, id: string): Promise<StoredWebhook> {
  const stored = await readStoredDocument(store, WEBHOOKS, id);
  if (stored === undefined) throw new MusterError('webhook_not_found');
  return readWebhook(stored);
}

export async function createWebhook(
  context: WebhookContext,
  actor: Actor,
  given: WebhookInput,
  by: SecretRequester,
): Promise<WebhookSecretResult> {
  await assertValidWebhook(context, actor, given, given);
  const { moduleNames, version: definitions } = (await context.access.scope(actor)).snapshot;
  const input = { ...given, modules: given.modules.map(moduleNames.keyOf) };
  const { store, cipher, clock, ids } = context;
  const secretOf = digestOf('create', by);
  const _id = secretOf?.slice(0, 32) ?? ids.next();
  const secret = makeSecret();
  return commitUnitWithRetry(store, async () => {
    const same = await readStoredDocument(store, WEBHOOKS, _id);
    if (same !== undefined) return { unit: undefined, result: replaySecret(context, readWebhook(same), by, secretOf) };
    if ((await readWebhooks(store)).length >= MAX_WEBHOOKS) throw new MusterError('webhooks_too_many', { values: { most: MAX_WEBHOOKS } });
    const made: Omit<StoredWebhook, '_id' | '_version'> = {
      ...input,
      definitions,
      createdAt: clock.now(),
      createdBy: by.userId,
      secret: cipher.encrypt(secret, secretCipherContext(_id)),
      previousSecret: null,
      previousUntil: null,
      secretOf,
      madeOf: by.key?.bodyDigest ?? null,
    };
    const webhook = { ...made, _id, _version: 1 };
    return {
      unit: {
        writes: [createDocumentWrite(WEBHOOKS, _id, undefined, made), ...auditWebhook(context, actor, { after: webhook })],
        bumps: ['rights'],
      },
      result: { webhook, secret },
    };
  });
}

export async function updateWebhook(
  context: WebhookContext,
  actor: Actor,
  { id, version, changes: given }: Parameters<WebhookAdmin['update']>[1],
): Promise<StoredWebhook> {
  const { store } = context;
  const { snapshot } = await context.access.scope(actor);
  const { moduleNames } = snapshot;
  const current = withCurrentFilter(await requireWebhook(context, id), snapshot);
  await assertValidWebhook(context, actor, { ...current, modules: current.modules.map(moduleNames.ofKey), ...given }, given);
  const changes = given.modules === undefined ? given : { ...given, modules: given.modules.map(moduleNames.keyOf) };
  return commitUnitWithRetry(store, async () => {
    const before = withCurrentFilter(await requireWebhook(context, id), snapshot);
    if (version !== undefined && version !== before._version)
      throw new MusterError('version_conflict', { message: 'Someone else changed this webhook.' });
    const after = { ...before, ...changes, ...(changes.filter === undefined ? {} : { definitions: snapshot.version }) };
    const health = changes.active === true || after.url !== before.url ? await readStoredDocument(store, WEBHOOK_HEALTH, id) : undefined;
    const wasPaused = health !== undefined && readHealth(health).pausedAt !== null;
    const audit = auditWebhook(context, actor, { before, after, more: wasPaused ? pauseLines(false) : [] });
    return {
      unit: { writes: [writeOf(before, after), ...clearHealth(health), ...audit], bumps: ['rights'] },
      result: { ...after, _version: before._version + 1 },
    };
  });
}

export async function removeWebhook(context: WebhookContext, actor: Actor, id: string): Promise<void> {
  await commitUnitWithRetry(context.store, async () => {
    const before = await requireWebhook(context, id);
    const health = await readStoredDocument(context.store, WEBHOOK_HEALTH, id);
    return {
      unit: {
        writes: [
          createDocumentRemoval(WEBHOOKS, before as unknown as RecordDocument),
          ...clearHealth(health),
          ...auditWebhook(context, actor, { before }),
        ],
        bumps: ['rights'],
      },
      result: undefined,
    };
  });
  await removeDeliveries(context.store, webhookFilter(id));
}

export async function rotateSecret(
  context: WebhookContext,
  actor: Actor,
  { id, requester }: { readonly id: string; readonly requester: SecretRequester },
): Promise<WebhookSecretResult> {
  const { store, cipher, clock } = context;
  const secretOf = digestOf(`rotate/${id}`, requester);
  const secret = makeSecret();
  return commitUnitWithRetry(store, async () => {
    const before = await requireWebhook(context, id);
    if (secretOf !== null && before.secretOf === secretOf)
      return { unit: undefined, result: { webhook: before, secret: decryptSecret(context, before) } };
    const after = {
      ...before,
      secret: cipher.encrypt(secret, secretCipherContext(id)),
      previousSecret: before.secret,
      previousUntil: clock.now() + SECRET_OVERLAP,
      secretOf,
    };
    const audit = auditWebhook(context, actor, { after, before, more: NEW_SECRET });
    return {
      unit: { writes: [writeOf(before, after), ...audit], bumps: ['rights'] },
      result: { webhook: { ...after, _version: before._version + 1 }, secret },
    };
  });
}

/** The write that changes the settings of a webhook. */
export function writeOf(before: StoredWebhook, after: StoredWebhook): StoreWrite {
  const { _id, _version, ...fields } = after;
  return createDocumentWrite(WEBHOOKS, _id, before as unknown as RecordDocument, fields);
}

/** The write that removes the health document, so that a failing webhook starts again. */
function clearHealth(health: RecordDocument | undefined): readonly StoreWrite[] {
  return health === undefined ? [] : [createDocumentRemoval(WEBHOOK_HEALTH, health)];
}

/** The result of an earlier request with the same key; no longer available once another secret was created. */
function replaySecret(context: WebhookContext, webhook: StoredWebhook, by: SecretRequester, secretOf: string | null): WebhookSecretResult {
  if (webhook.madeOf !== (by.key?.bodyDigest ?? null) || webhook.secretOf !== secretOf) throw new MusterError('idempotency_conflict');
  return { webhook, secret: decryptSecret(context, webhook) };
}

function decryptSecret({ cipher }: WebhookContext, { _id, secret }: StoredWebhook): string {
  const text = cipher.decrypt(secret, secretCipherContext(_id));
  if (text === undefined) throw new MusterError('idempotency_conflict');
  return text;
}

function digestOf(operation: string, { userId, key }: SecretRequester): string | null {
  return key === undefined ? null : createHash('sha256').update(`${operation}/${userId}/${key.key}`).digest('hex');
}
