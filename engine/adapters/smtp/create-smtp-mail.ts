import { createTransport, type SendMailOptions } from 'nodemailer';
import { MusterError } from '../../errors/index.ts';
import type { MailMessage, MailPort } from '../../ports/index.ts';

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
  const transport = createTransport({ url: options.url, ...TIMEOUTS, disableFileAccess: true, disableUrlAccess: true });
  return {
    async send(message) {
      try {
        await transport.sendMail(toMail(message, options.from));
      } catch (cause) {
        throw new MusterError('mail_failed', { cause, data: describeFailure(cause) });
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

function toMail(message: MailMessage, sender: string): SendMailOptions {
  const { to, subject, text, html, from = sender, replyTo, headers, messageId, id, calendar, pictures = [], attachments = [] } = message;
  const inline = pictures.map(({ id, content }) => ({
    cid: id,
    filename: `${id}.png`,
    contentType: 'image/png',
    contentDisposition: 'inline' as const,
    content: Buffer.from(content),
  }));
  const known = messageId ?? (id === undefined ? undefined : `${id}@${domainOf(from)}`);
  const files = attachments.map(({ name, type, content }) => ({ filename: name, contentType: type, content: Buffer.from(content) }));
  return {
    from,
    to: [...to],
    subject,
    text,
    ...(html === undefined ? {} : { html }),
    ...(replyTo === undefined ? {} : { replyTo }),
    ...(headers === undefined ? {} : { headers: { ...headers } }),
    ...(known === undefined ? {} : { messageId: `<${known}>` }),
    ...(calendar === undefined ? {} : { icalEvent: { method: 'REQUEST', filename: 'invite.ics', content: calendar } }),
    attachments: [...(html === undefined ? [] : inline), ...files],
  };
}

/** Most characters of what a server said. */
const MAX_RESPONSE = 900;

/** What the server said. A refused sign-in is no refusal of the message: an admin can correct it. */
function describeFailure(cause: unknown): { readonly response: string; readonly permanent: boolean } {
  const { response, responseCode = 0, code, message } = cause as Error & { response?: string; responseCode?: number; code?: string };
  return { response: (response ?? message).slice(0, MAX_RESPONSE), permanent: responseCode >= 500 && code !== 'EAUTH' };
}
