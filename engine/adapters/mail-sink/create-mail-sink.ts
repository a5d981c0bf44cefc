import { rm } from 'node:fs/promises';
import type { ClockPort, IdsPort, StoredMail, LogPort, MailMessage, MailPort, StorePort } from '../../ports/index.ts';
import { MusterError } from '../../errors/index.ts';
import { MATCH_ALL } from '#engine/model/filter';
import type { CollectionSchema } from '#engine/model/compiled';
import type { RecordDocument } from '#engine/model/values';
import { writeMailFile } from './mail-file.ts';

/** The stored messages, with an index on `sentAt`. */
export const MAIL_SINK_COLLECTION: CollectionSchema = {
  name: '_mail',
  keys: [{ id: 'sentAt', kind: 'number', list: false }],
  indexes: [{ keys: ['sentAt'] }],
  contains: [],
};

export interface MailSinkOptions {
  readonly store: StorePort;
  readonly clock: ClockPort;
  readonly ids: IdsPort;
  readonly log: LogPort;
  /** Sender of the messages. */
  readonly from: string;
  /** Folder of confidential messages as files, for the operators of the server; created with the first message. */
  readonly folder: string;
}

/**
 * The default `MailPort`: stores each message instead of sending it, so that everything works without a mail account. The
 * text of a confidential message is written to a file that only the owner of the process can read, and not to the store.
 */
export function createMailSink({ store, clock, ids, log, from, folder }: MailSinkOptions): MailPort {
  const writeFile = async (id: string, sentAt: number, message: MailMessage): Promise<string> =>
    writeMailFile(folder, { id, from, sentAt }, message).catch((cause: unknown) => {
      throw new MusterError('mail_failed', { cause });
    });
  const save = async (document: RecordDocument, sentAt: number): Promise<void> => {
    const result = await store.commit({
      writes: [{ kind: 'insert', collection: MAIL_SINK_COLLECTION.name, document, keys: { sentAt }, definitionVersion: 0 }],
    });
    if (!result.committed) throw new MusterError('mail_failed');
  };
  return {
    async send(message) {
      const { to, subject, text, html, confidential } = message;
      const _id = ids.next();
      const sentAt = clock.now();
      const file = confidential === true ? await writeFile(_id, sentAt, message) : undefined;
      const body = file === undefined ? { text, ...(html === undefined ? {} : { html }) } : { confidential: true };
      const document: RecordDocument = { _id, _version: 1, to, subject, ...body, sentAt, status: 'sent-to-outbox' };
      await save(document, sentAt).catch(async (error: unknown) => {
        if (file !== undefined) await rm(file, { force: true });
        throw error;
      });
      if (file !== undefined)
        log.warn({ mail: _id, folder }, 'an e-mail was not sent because SMTP_URL is not set: it was written to this folder');
    },
    async listStored({ offset, limit }) {
      const found = await store.page({
        collection: MAIL_SINK_COLLECTION.name,
        filter: MATCH_ALL,
        sort: [{ kind: 'id', descending: true }],
        offset,
        limit,
      });
      return { data: found.records.map(({ document }) => describeMail(document)), total: found.total };
    },
    async close() {
      // Nothing to close: the caller that opened the store closes it.
    },
  };
}

/** A message as `send` stored it. */
type MailDocument = Pick<StoredMail, '_id' | 'to' | 'subject' | 'status'> & {
  readonly text?: string;
  readonly confidential?: boolean;
  readonly sentAt: number;
};

function describeMail(document: RecordDocument): StoredMail {
  const { _id, to, subject, text, confidential, sentAt, status } = document as unknown as MailDocument;
  return {
    _id,
    to,
    subject,
    sentAt: new Date(sentAt).toISOString(),
    status,
    ...(confidential === true || text === undefined ? {} : { text }),
  };
}
