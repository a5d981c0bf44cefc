import { MusterError } from '../errors/index.ts';
import { drawPng } from '../pictures/index.ts';
import type { MailMessage, MailPort } from '../ports/index.ts';

const MAX_RECIPIENTS = 50;
const MAX_SUBJECT_LENGTH = 500;
const MAX_PICTURES = 3;
/** Of text and HTML together. */
const MAX_MAIL_BYTES = 1_048_576;
/** Of all attachments together. */
const MAX_ATTACHMENT_BYTES = 26_214_400;

/** An e-mail of a plugin. */
export interface PluginMailMessage extends Omit<MailMessage, 'pictures'> {
  /**
   * Pictures that the HTML shows as `<img src="cid:<id>">`: SVG that the plugin made, which is sent as PNG of twice its size. At most three of
   * 400,000 characters; one that cannot be drawn is left out.
   */
  readonly pictures?: readonly { readonly id: string; readonly svg: string }[];
}

/** E-mail, sent like the product's own: over SMTP if it is configured, else stored in the mail sink, which admins can read. */
export interface PluginMail {
  /**
   * Sends an e-mail to at most 50 recipients, with a subject of at most 500 characters, a text of at most 1 MiB and attachments of at most
   * 25 MiB. A handler that runs again sends it again, with a `messageId` of its own as the same message.
   * @throws `mail_invalid` for one outside of these limits, or with a recipient, sender, `messageId` or header that is not valid;
   * `mail_failed` with `response` and `permanent` (see `MailPort`); without SMTP errors of the store.
   */
  send(message: PluginMailMessage): Promise<void>;
}

/** An address, also with a name: 'Operations <operations@example.com>'. A line break or a comma would add a header or a recipient. */
const RECIPIENT = /^(?:[^\s@,;<>]+@[^\s@,;<>]+|[^\r\n,;<>]*<[^\s@,;<>]+@[^\s@,;<>]+>)$/;

const MESSAGE_ID = /^[\w.+-]+@[\w.-]+$/;
const HEADER_NAME = /^[A-Za-z][A-Za-z0-9-]*$/;

/** Creates the mail of a handler. */
export function createPluginMail(port: Pick<MailPort, 'send'>): PluginMail {
  return {
    async send(message) {
      const reason = explainProblem(message);
      if (reason !== undefined) throw new MusterError('mail_invalid', { values: { reason } });
      const { pictures = [], ...rest } = message;
      const drawn = await Promise.all(pictures.map(async ({ id, svg }) => ({ id, content: await drawPng(svg) })));
      const found = drawn.flatMap(({ id, content }) => (content === undefined ? [] : [{ id, content }]));
      const subject = message.subject.replace(/\s+/g, ' ');
      await port.send({ ...rest, subject, ...(found.length === 0 ? {} : { pictures: found }) });
    },
  };
}

function explainProblem(message: PluginMailMessage): string | undefined {
  const { to, subject, text, html = '', pictures = [], attachments = [] } = message;
  if (to.length === 0) return 'it has no recipient';
  if (to.length > MAX_RECIPIENTS) return `it has more than ${MAX_RECIPIENTS} recipients`;
  if (!to.every((one) => RECIPIENT.test(one))) return 'a recipient is not an e-mail address';
  if (pictures.length > MAX_PICTURES) return `it has more than ${MAX_PICTURES} pictures`;
  if (subject.length > MAX_SUBJECT_LENGTH) return `its subject is longer than ${MAX_SUBJECT_LENGTH} characters`;
  if (Buffer.byteLength(text) + Buffer.byteLength(html) > MAX_MAIL_BYTES) return `it is larger than ${MAX_MAIL_BYTES} bytes`;
  if (attachments.reduce((sum, { content }) => sum + content.byteLength, 0) > MAX_ATTACHMENT_BYTES)
    return `its attachments are larger than ${MAX_ATTACHMENT_BYTES} bytes`;
  return explainHeaders(message);
}

function explainHeaders({ from, replyTo, messageId, headers = {} }: PluginMailMessage): string | undefined {
  if ([from, replyTo].some((one) => one !== undefined && !RECIPIENT.test(one))) return 'its sender is not an e-mail address';
  if (messageId !== undefined && !MESSAGE_ID.test(messageId)) return 'its id is not one of a message';
  if (Object.entries(headers).some(([name, value]) => !HEADER_NAME.test(name) || /[\r\n]/.test(value))) return 'a header is not valid';
  return undefined;
}
