import type { CollectionSchema, KeySchema } from '#engine/model/compiled';
import { MATCH_ALL } from '#engine/model/filter';
import type { RecordDocument } from '#engine/model/values';
import type { MailStatus, StoredMail } from '#engine/model/wire';
import { MusterError } from '../../errors/index.ts';
import type { MailMessage, MailPage, MailPort, StorePort } from '../../ports/index.ts';

const SENT_AT: KeySchema = { id: 'sentAt', kind: 'number', list: false };
/** E-mails that were stored before they had this key were all stored instead of sent. */
const STATUS: KeySchema = { id: 'status', kind: 'text', list: false, absent: 'sent-to-outbox' };

/** The stored messages, with an index on `sentAt`. */
export const MAIL_SINK_COLLECTION: CollectionSchema = {
  name: '_mail',
  keys: [SENT_AT, STATUS],
  indexes: [{ keys: ['sentAt'] }],
  contains: [],
};

/** What happened to a message. */
export interface MailOutcome {
  readonly _id: string;
  /** Epoch milliseconds. */
  readonly sentAt: number;
  readonly status: MailStatus;
}

/** A message as it is stored. */
type MailDocument = Pick<StoredMail, '_id' | 'to' | 'subject' | 'status'> &
  Partial<Pick<MailMessage, 'text' | 'html' | 'confidential'>> & { readonly sentAt: number };

/** Stores a message with its outcome; the content of a confidential one is left out. Errors: `mail_failed`, those of the store. */
export async function storeMail(
  store: StorePort,
  { to, subject, text, html, confidential, id }: MailMessage,
  outcome: MailOutcome,
): Promise<void> {
  const content = confidential === true ? { confidential: true } : { text, ...(html === undefined ? {} : { html }) };
  const document: RecordDocument = { ...outcome, _version: 1, to, subject, ...content };
  const keys = { sentAt: outcome.sentAt, status: outcome.status };
  const result = await store.commit({
    writes: [{ kind: 'insert', collection: MAIL_SINK_COLLECTION.name, document, keys, definitionVersion: 0 }],
  });
  if (result.committed) return;
  // A message with an id of its own that is stored already was sent before.
  const isStored = result.conflicts.some(({ kind }) => kind === 'exists');
  if (!isStored || id !== outcome._id) throw new MusterError('mail_failed');
}

/** The part of a `MailPort` that reads stored messages; `send` sends one of them again. */
export function readStoredMail(store: StorePort, send: MailPort['send']): Required<Pick<MailPort, 'listStored' | 'resend'>> {
  return {
    listStored: (page) => listMail(store, page),
    async resend(id) {
      const message = await readMail(store, id);
      if (message !== undefined) await send(message);
      return message !== undefined;
    },
  };
}

async function listMail(
  store: StorePort,
  { offset, limit, status }: MailPage,
): Promise<{ readonly data: readonly StoredMail[]; readonly total: number }> {
  const found = await store.page({
    collection: MAIL_SINK_COLLECTION.name,
    filter: status === undefined ? MATCH_ALL : { kind: 'equals', key: STATUS, values: [status] },
    sort: [{ kind: 'id', descending: true }],
    offset,
    limit,
  });
  return { data: found.records.map(({ document }) => describeMail(document)), total: found.total };
}

/** The message to send again; undefined: there is none with the id. Errors: `mail_not_repeatable`, those of the store. */
async function readMail(store: StorePort, id: string): Promise<MailMessage | undefined> {
  const [found] = await store.get(MAIL_SINK_COLLECTION.name, [id]);
  if (found === undefined) return undefined;
  const { to, subject, text, html, confidential } = found.document as unknown as MailDocument;
  if (confidential === true || text === undefined) throw new MusterError('mail_not_repeatable');
  return { to, subject, text, ...(html === undefined ? {} : { html }) };
}

function describeMail(document: RecordDocument): StoredMail {
  const { _id, to, subject, text, confidential, sentAt, status } = document as unknown as MailDocument;
  const shown = confidential === true || text === undefined ? {} : { text };
  return { _id, to, subject, sentAt: new Date(sentAt).toISOString(), status, ...shown };
}
