import { createHash } from 'node:crypto';
import type { Actor } from '../access/index.ts';
import { MusterError } from '../errors/index.ts';
import { commitKept, readKept, removeKept, writeKept } from '../records/index.ts';
import type { StoreWrite } from '../ports/index.ts';
import type { RecordDocument, WebhookInput } from '#engine/model';
import { auditWebhook, NEW_SECRET, pauseLines } from './audit-webhook.ts';
import { assertSound } from './check-input.ts';
import { WEBHOOKS, WEBHOOK_HEALTH } from './collections.ts';
import type { SecretInput, WebhookAdmin } from './contract.ts';
import { ofWebhook, removeDeliveries } from './keep-deliveries.ts';
import { secretPlace } from './send-delivery.ts';
import { makeSecret } from './sign.ts';
import { readHealth, readWebhook, type StoredWebhook } from './stored-webhook.ts';
import type { WebhookContext } from './webhook-context.ts';
import { MOST_WEBHOOKS, readAll } from './webhook-directory.ts';

/** How long deliveries are signed with the secret before as well, in milliseconds. */
const OVERLAP = 86_400_000;

/** A webhook with its secret in clear. */
export interface SecretMade {
  readonly webhook: StoredWebhook;
  readonly secret: string;
}

/** A webhook that there is. Errors: `webhook_not_found`. */
export async function readStanding({ store }: Pick<WebhookContext, 'store'>, id: string): Promise<StoredWebhook> {
  const kept = await readKept(store, WEBHOOKS, id);
  if (kept === undefined) throw new MusterError('webhook_not_found');
  return readWebhook(kept);
}

export async function createWebhook(context: WebhookContext, actor: Actor, input: WebhookInput, by: SecretInput): Promise<SecretMade> {
  await assertSound(context, actor, input, input);
  const { store, seal, clock, ids } = context;
  const secretOf = digestOf('create', by);
  const _id = secretOf?.slice(0, 32) ?? ids.next();
  const secret = makeSecret();
  return commitKept(store, async () => {
    const same = await readKept(store, WEBHOOKS, _id);
    if (same !== undefined) return { unit: undefined, answer: answerAgain(context, readWebhook(same), by, secretOf) };
    if ((await readAll(store)).length >= MOST_WEBHOOKS) throw new MusterError('webhooks_too_many', { values: { most: MOST_WEBHOOKS } });
    const made: Omit<StoredWebhook, '_id' | '_version'> = {
      ...input, createdAt: clock.now(), createdBy: by.userId, secret: seal.seal(secret, secretPlace(_id)),
      previousSecret: null, previousUntil: null, secretOf, madeOf: by.key?.bodyDigest ?? null,
    };
    const webhook = { ...made, _id, _version: 1 };
    return { unit: { writes: [writeKept(WEBHOOKS, _id, undefined, made), ...auditWebhook(context, actor, { after: webhook })], bumps: ['rights'] }, answer: { webhook, secret } };
  });
}

export async function updateWebhook(context: WebhookContext, actor: Actor, { id, version, changes }: Parameters<WebhookAdmin['update']>[1]): Promise<StoredWebhook> {
  const { store } = context;
  const standing = await readStanding(context, id);
  await assertSound(context, actor, { ...standing, ...changes }, changes);
  return commitKept(store, async () => {
    const before = await readStanding(context, id);
    if (version !== undefined && version !== before._version) throw new MusterError('version_conflict', { message: 'Someone else changed this webhook.' });
    const after = { ...before, ...changes };
    const health = changes.active === true || after.url !== before.url ? await readKept(store, WEBHOOK_HEALTH, id) : undefined;
    const wasPaused = health !== undefined && readHealth(health).pausedAt !== null;
    const audit = auditWebhook(context, actor, { before, after, more: wasPaused ? pauseLines(false) : [] });
    return { unit: { writes: [writeOf(before, after), ...forgetHealth(health), ...audit], bumps: ['rights'] }, answer: { ...after, _version: before._version + 1 } };
  });
}

export async function removeWebhook(context: WebhookContext, actor: Actor, id: string): Promise<void> {
  await commitKept(context.store, async () => {
    const before = await readStanding(context, id);
    const health = await readKept(context.store, WEBHOOK_HEALTH, id);
    return { unit: { writes: [removeKept(WEBHOOKS, before as unknown as RecordDocument), ...forgetHealth(health), ...auditWebhook(context, actor, { before })], bumps: ['rights'] }, answer: undefined };
  });
  await removeDeliveries(context.store, ofWebhook(id));
}

export async function rotateSecret(context: WebhookContext, actor: Actor, { id, by }: { readonly id: string; readonly by: SecretInput }): Promise<SecretMade> {
  const { store, seal, clock } = context;
  const secretOf = digestOf(`rotate/${id}`, by);
  const secret = makeSecret();
  return commitKept(store, async () => {
    const before = await readStanding(context, id);
    if (secretOf !== null && before.secretOf === secretOf) return { unit: undefined, answer: { webhook: before, secret: openSecret(context, before) } };
    const after = { ...before, secret: seal.seal(secret, secretPlace(id)), previousSecret: before.secret, previousUntil: clock.now() + OVERLAP, secretOf };
    const audit = auditWebhook(context, actor, { after, before, more: NEW_SECRET });
    return { unit: { writes: [writeOf(before, after), ...audit], bumps: ['rights'] }, answer: { webhook: { ...after, _version: before._version + 1 }, secret } };
  });
}

function writeOf(before: StoredWebhook, after: StoredWebhook): StoreWrite {
  const { _id, _version, ...fields } = after;
  return writeKept(WEBHOOKS, _id, before as unknown as RecordDocument, fields);
}

/** The write that lets it begin anew, if it failed. */
function forgetHealth(health: RecordDocument | undefined): readonly StoreWrite[] {
  return health === undefined ? [] : [removeKept(WEBHOOK_HEALTH, health)];
}

/** The answer of a call that was made before; once another secret was made, there is no such answer any more. */
function answerAgain(context: WebhookContext, webhook: StoredWebhook, by: SecretInput, secretOf: string | null): SecretMade {
  if (webhook.madeOf !== (by.key?.bodyDigest ?? null) || webhook.secretOf !== secretOf) throw new MusterError('idempotency_conflict');
  return { webhook, secret: openSecret(context, webhook) };
}

function openSecret({ seal }: WebhookContext, { _id, secret }: StoredWebhook): string {
  const text = seal.open(secret, secretPlace(_id));
  if (text === undefined) throw new MusterError('idempotency_conflict');
  return text;
}

function digestOf(call: string, { userId, key }: SecretInput): string | null {
  return key === undefined ? null : createHash('sha256').update(`${call}/${userId}/${key.key}`).digest('hex');
}
