import { rm } from 'node:fs/promises';
import type { ClockPort, IdsPort, LogPort, MailMessage, MailPort, StorePort } from '../../ports/index.ts';
import { MusterError } from '../../errors/index.ts';
import { writeMailFile } from './mail-file.ts';
import { readStoredMail, storeMail } from './mail-store.ts';

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
  const send = async (message: MailMessage): Promise<void> => {
    const _id = message.id ?? ids.next();
    const sentAt = clock.now();
    const file = message.confidential === true ? await writeFile(_id, sentAt, message) : undefined;
    await storeMail(store, message, { _id, sentAt, status: 'sent-to-outbox' }).catch(async (error: unknown) => {
      if (file !== undefined) await rm(file, { force: true });
      throw error;
    });
    if (file !== undefined)
      log.warn({ mail: _id, folder }, 'an e-mail was not sent because SMTP_URL is not set: it was written to this folder');
  };
  return {
    send,
    ...readStoredMail(store, send),
    async close() {
      // Nothing to close: the caller that opened the store closes it.
    },
  };
}
