import { createTransport } from 'nodemailer';
import { MusterError } from '../../errors/index.ts';
import type { MailPort } from '../../ports/index.ts';

export interface SmtpMailOptions {
  /** Such as `smtps://user:password@mail.example.com`. */
  readonly url: string;
  /** Who the messages are from. */
  readonly from: string;
}

/** How long a mail server may take, in milliseconds, to accept a connection and to answer. */
const TIMEOUTS = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 15_000 } as const;

/** Sends over SMTP. A refusal or a server out of reach is `mail_failed`. */
export function createSmtpMail(options: SmtpMailOptions): MailPort {
  const transport = createTransport({ url: options.url, ...TIMEOUTS });
  return {
    async send({ to, subject, text, html }) {
      try {
        await transport.sendMail({ from: options.from, to: [...to], subject, text, ...(html === undefined ? {} : { html }) });
      } catch (cause) {
        throw new MusterError('mail_failed', { cause });
      }
    },
    async close() {
      transport.close();
    },
  };
}
