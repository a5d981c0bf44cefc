import { SYSTEM_ACTOR, type PluginContext } from '#engine';
import { toText, type JsonObject } from '#engine/model';
import type { Recipient } from '../../shared/instance.ts';
import { listSigners } from '../../shared/turns.ts';
import type { CompletionEvent, CompletionInput, CompletionSigner } from '../pdf/index.ts';
import { readEvent, type ChainedEvent } from './signing-events.ts';
import { ACTIONS, type Instance } from './instances.ts';

/** Events of one document at most: a delegation or a reminder adds one. */
const MOST_EVENTS = 5_000;

/** The log of a document, in its order. */
export async function readLog({ records }: Pick<PluginContext, 'records'>, instance: string): Promise<readonly ChainedEvent[]> {
  const { data } = await records.find(SYSTEM_ACTOR, {
    module: ACTIONS,
    filter: { interactive_document_instance: instance, sequence: { exists: true } },
    sort: [{ sortField: 'sequence', sortOrder: 'asc' }],
    limit: MOST_EVENTS,
    totalLimit: 1,
  });
  return data.map(readEvent);
}

/** What the certificate of completion says: who signed, how it was proven, and every event. */
export function describeCompletion(
  instance: Instance,
  events: readonly ChainedEvent[],
  facts: Pick<CompletionInput, 'originalHash' | 'resultHash' | 'sender'>,
): CompletionInput {
  const { record, data, recipients } = instance;
  return {
    ...facts,
    envelopeId: instance.id,
    title: instance.title,
    status: instance.status,
    createdAt: toText(record['createdAt']),
    completedAt: toText(record['completed_at']),
    pageCount: data.pages.length,
    signers: listSigners(recipients, data).map((one) => describeSigner(one, events)),
    events: events.map((event) => describeEvent(event, facts.sender)),
  };
}

function describeSigner(recipient: Recipient, events: readonly ChainedEvent[]): CompletionSigner {
  // After a delegation, what the one before did does not count.
  const own = events.filter((one) => one.recipient === recipient.recipientId);
  const since = own.slice(own.findLastIndex(({ type }) => type === 'Forwarded') + 1);
  const find = (type: string): ChainedEvent | undefined => since.findLast((one) => one.type === type);
  const [signed, viewed, consent, requested] = ['Signed', 'Viewed', 'Consent Given', 'Signature Requested'].map(find);
  const details: JsonObject = signed?.details ?? {};
  const texts = {
    ip: signed?.ip_address,
    userAgent: signed?.user_agent,
    timeZone: signed?.time_zone,
    consentVersion: toText(details['consentVersion']),
    consentedAt: consent?.action_at,
    requestedAt: requested?.action_at,
    viewedAt: viewed?.action_at,
    signedAt: signed?.action_at,
  };
  return {
    name: toText(recipient.name),
    email: toText(recipient.email),
    role: recipient.recipientType,
    provenBy: toText(details['proof']) || 'Not signed',
    ...(Object.fromEntries(Object.entries(texts).filter(([, text]) => toText(text) !== '')) as Partial<CompletionSigner>),
    skippedFields: Array.isArray(details['skipped']) ? details['skipped'].map(toText) : [],
  };
}

function describeEvent({ action_at, type, description = '', nonUser, user, hash }: ChainedEvent, sender: string): CompletionEvent {
  const by = nonUser === undefined ? (user === undefined || user === '' ? 'Muster' : sender) : `${nonUser.name} <${nonUser.email}>`;
  return { at: action_at, type, description, by, hash };
}
