import { MusterError } from '../errors/index.ts';
import type { MailMessage, MailPort } from '../ports/index.ts';

const MAX_RECIPIENTS = 50;
const MAX_SUBJECT_LENGTH = 500;
/** Of text and HTML together. */
const MAX_MAIL_BYTES = 1_048_576;

/** E-mail, sent like the product's own: over SMTP if it is configured, else stored in the mail sink, which admins can read. */
export interface PluginMail {
  /**
   * Sends an e-mail to at most 50 recipients, with a subject of at most 500 characters and a text of at most 1 MiB. A handler that runs
   * again sends it again.
   * @throws `mail_invalid` for one outside of these limits, or with a recipient that is not an address; `mail_failed`; without SMTP
   * errors of the store.
   */
  send(message: MailMessage): Promise<void>;
}

/** An address, also with a name: 'Operations <operations@example.com>'. A line break or a comma would add a header or a recipient. */
const RECIPIENT = /^(?:[^\s@,;<>]+@[^\s@,;<>]+|[^\r\n,;<>]*<[^\s@,;<>]+@[^\s@,;<>]+>)$/;

/** Creates the mail of a handler. */
export function createPluginMail(port: Pick<MailPort, 'send'>): PluginMail {
  return {
    async send(message) {
      const reason = explainProblem(message);
      if (reason !== undefined) throw new MusterError('mail_invalid', { values: { reason } });
      await port.send({ ...message, subject: message.subject.replace(/\s+/g, ' ') });
    },
  };
}

function explainProblem({ to, subject, text, html = '' }: MailMessage): string | undefined {
  if (to.length === 0) return 'it has no recipient';
  if (to.length > MAX_RECIPIENTS) return `it has more than ${MAX_RECIPIENTS} recipients`;
  if (!to.every((one) => RECIPIENT.test(one))) return 'a recipient is not an e-mail address';
  if (subject.length > MAX_SUBJECT_LENGTH) return `its subject is longer than ${MAX_SUBJECT_LENGTH} characters`;
  if (Buffer.byteLength(text) + Buffer.byteLength(html) > MAX_MAIL_BYTES) return `it is larger than ${MAX_MAIL_BYTES} bytes`;
  return undefined;
}
