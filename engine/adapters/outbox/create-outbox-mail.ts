import type { ClockPort, IdsPort, MailPort, StorePort } from '../../ports/index.ts';
import { MusterError } from '../../errors/index.ts';
import type { CollectionShape, RecordDocument } from '#engine/model';

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
    async send({ to, subject, text, html }) {
      const sentAt = clock.now();
      const document: RecordDocument = { _id: ids.next(), _version: 1, to, subject, text, ...(html === undefined ? {} : { html }), sentAt, status: 'sent-to-outbox' };
      const result = await store.commit({ writes: [{ kind: 'insert', collection: OUTBOX_MAIL.name, document, keys: { sentAt }, definitionVersion: 0 }] });
      if (!result.committed) throw new MusterError('mail_failed');
    },
    async close() {
      // Nothing is held open: the store is closed by whoever opened it.
    },
  };
}
