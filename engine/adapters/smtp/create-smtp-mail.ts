import { createTransport } from 'nodemailer';
import { MusterError } from '../../errors/index.ts';
import type { MailPort } from '../../ports/index.ts';

export interface SmtpMailOptions {
  /** Such as `smtps://user:password@mail.example.com`. */
  readonly url: string;
  /** Sender of the messages. */
  readonly from: string;
}

/** How long a mail server may take, in milliseconds, to accept a connection and to respond. */
const TIMEOUTS = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 15_000 } as const;

/** Sends over SMTP. Throws `mail_failed` when the server rejects a message or cannot be reached. */
export function createSmtpMail(options: SmtpMailOptions): MailPort {
  const transport = createTransport({ url: options.url, ...TIMEOUTS });
  return {
    async send({ to, subject, text, html, pictures = [], id, calendar }) {
      const attachments = pictures.map(({ id, content }) => ({
        cid: id,
        filename: `${id}.png`,
        contentType: 'image/png',
        contentDisposition: 'inline' as const,
        content: Buffer.from(content),
      }));
      try {
        const body = html === undefined ? { text } : { text, html, attachments };
        await transport.sendMail({
          ...{ from: options.from, to: [...to], subject, ...body },
          ...(id === undefined ? {} : { messageId: `<${id}@${domainOf(options.from)}>` }),
          ...(calendar === undefined ? {} : { icalEvent: { method: 'REQUEST', filename: 'invite.ics', content: calendar } }),
        });
      } catch (cause) {
        throw new MusterError('mail_failed', { cause });
      }
    },
    async close() {
      transport.close();
    },
  };
}

/** The part of the sender's address after '@', for message ids. */
function domainOf(from: string): string {
  return /@([^\s>]+)>?$/.exec(from)?.[1] ?? 'localhost';
}
