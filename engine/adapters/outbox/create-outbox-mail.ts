import type { ClockPort, IdsPort, KeptMail, MailPort, StorePort } from '../../ports/index.ts';
import { MusterError } from '../../errors/index.ts';
import { MATCH_ALL, type CollectionShape, type RecordDocument } from '#engine/model';

/** Messages kept as sent to outbox, newest found first by `sentAt`. */
export const OUTBOX_MAIL: CollectionShape = {
  name: '_mail',
  keys: [{ id: 'sentAt', kind: 'number', list: false }],
  indexes: [{ keys: ['sentAt'] }],
  contains: [],
};

export interface OutboxMailOptions {
  readonly store: StorePort;
  readonly clock: ClockPort;
  readonly ids: IdsPort;
}

/** The default way to send: each message is kept, so that everything works without an account anywhere. */
export function createOutboxMail({ store, clock, ids }: OutboxMailOptions): MailPort {
  return {
    async send({ to, subject, text, html, confidential }) {
      const sentAt = clock.now();
      const document: RecordDocument = { _id: ids.next(), _version: 1, to, subject, text, ...(html === undefined ? {} : { html }), ...(confidential === true ? { confidential } : {}), sentAt, status: 'sent-to-outbox' };
      const result = await store.commit({ writes: [{ kind: 'insert', collection: OUTBOX_MAIL.name, document, keys: { sentAt }, definitionVersion: 0 }] });
      if (!result.committed) throw new MusterError('mail_failed');
    },
    async kept({ offset, limit }) {
      const found = await store.page({ collection: OUTBOX_MAIL.name, filter: MATCH_ALL, sort: [{ kind: 'id', descending: true }], offset, limit });
      return { data: found.records.map(({ document }) => describeMail(document)), total: found.total };
    },
    async close() {
      // Nothing is held open: the store is closed by whoever opened it.
    },
  };
}

/** A message as `send` wrote it. */
type MailDocument = Pick<KeptMail, '_id' | 'to' | 'subject' | 'status'> & { readonly text: string; readonly confidential?: boolean; readonly sentAt: number };

function describeMail(document: RecordDocument): KeptMail {
  const { _id, to, subject, text, confidential, sentAt, status } = document as unknown as MailDocument;
  return { _id, to, subject, sentAt: new Date(sentAt).toISOString(), status, ...(confidential === true ? {} : { text }) };
}
