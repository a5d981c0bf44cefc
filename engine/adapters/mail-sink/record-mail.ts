import type { ClockPort, IdsPort, LogPort, MailMessage, MailPort, StorePort } from '../../ports/index.ts';
import { readStoredMail, storeMail } from './mail-store.ts';

/** What the record of sent messages needs. */
export interface RecordMailServices {
  readonly store: StorePort;
  readonly clock: ClockPort;
  readonly ids: IdsPort;
  readonly log: LogPort;
}

/**
 * Sends with another `MailPort`, and stores each message with its outcome, `sent` or `failed`, so that System Admins see what was sent and
 * can send it again. The content of confidential messages is not stored.
 */
export function recordMail({ store, clock, ids, log }: RecordMailServices, transport: MailPort): MailPort {
  /** A message that was sent is not reported as failed because the record of it could not be stored: it would be sent twice. */
  const keep = async (message: MailMessage, status: 'sent' | 'failed'): Promise<void> => {
    const outcome = { _id: status === 'sent' && message.id !== undefined ? message.id : ids.next(), sentAt: clock.now(), status };
    await storeMail(store, message, outcome).catch((error: unknown) => {
      log.warn({ mail: outcome._id, error: error instanceof Error ? error.name : '' }, 'the record of an e-mail could not be stored');
    });
  };
  /** Records that are being stored: the sender is told the outcome at once, as without a record. */
  const pending = new Set<Promise<void>>();
  const keepLater = (message: MailMessage, status: 'sent' | 'failed'): void => {
    const stored = keep(message, status).finally(() => pending.delete(stored));
    pending.add(stored);
  };
  const send = async (message: MailMessage): Promise<void> => {
    try {
      await transport.send(message);
    } catch (error) {
      keepLater(message, 'failed');
      throw error;
    }
    keepLater(message, 'sent');
  };
  return {
    send,
    ...readStoredMail(store, send),
    async close() {
      await transport.close();
      await Promise.all(pending);
    },
  };
}
