import { createHash } from 'node:crypto';
import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';
import { isEmailAddress } from '#engine/model';
import { cleanMailHtml, htmlToText } from './clean-mail-html.ts';
import { readDeliveryReport, type DeliveryReport } from './delivery-report.ts';

/** The largest message that is fetched as a whole. */
export const MAX_MAIL_BYTES = 52_428_800;
/** Most lines of a message that can separate parts: one with more is stored without its content. */
const MAX_PART_LINES = 2_000;
const MAX_DEPTH = 50;
const MAX_HEADER_BYTES = 262_144;
/** Most files of a message that are stored. */
export const MAX_FILES = 100;
/** Characters of a text that a message stores. */
const MAX_TEXT = 95_000;
const MAX_HTML_INPUT = 2_000_000;
const MAX_SUBJECT = 900;
const MAX_ADDRESSES = 200;
const MAX_REFERENCES = 50;
const MAX_ID = 300;

/** A file in a message. */
export interface MailFile {
  readonly name: string;
  readonly type: string;
  /** How the text of the message refers to it; '': it does not. */
  readonly contentId: string;
  readonly content: Uint8Array;
}

/** A message that was read. All texts are within the limits of their fields. */
export interface ParsedMail {
  /** Without angle brackets; '': it has none. */
  readonly messageId: string;
  /** The ids of the earlier messages of its conversation, oldest first. */
  readonly references: readonly string[];
  readonly subject: string;
  readonly senderName: string;
  /** '': it has none. */
  readonly sender: string;
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly text: string;
  /** Sanitized; '': it has none. */
  readonly html: string;
  /** ISO time, as the sender says; undefined: it says none. */
  readonly sentAt: string | undefined;
  readonly files: readonly MailFile[];
  /** A program wrote it, such as a notice of absence. */
  readonly isAutomatic: boolean;
  /** What a mail server says about a message that did not arrive. */
  readonly report: DeliveryReport | undefined;
  /** The same for the same message in another mailbox. */
  readonly digest: string;
}

/** Reads a message. One that is damaged or breaks a limit is read without its content, which says so. */
export async function parseMail(source: Buffer): Promise<ParsedMail> {
  const problem = source.length > MAX_MAIL_BYTES ? 'is larger than 50 MB' : hasTooManyParts(source) ? 'has too many parts' : undefined;
  if (problem !== undefined) return parseHeaders(source, problem);
  try {
    return toMail(await parse(source));
  } catch {
    return parseHeaders(source, 'cannot be read');
  }
}

/** A message of which only the header is read, with the reason as its text. */
export async function parseHeaders(source: Buffer, problem: string): Promise<ParsedMail> {
  const end = source.indexOf('\r\n\r\n');
  const head = source.subarray(0, Math.min(end === -1 ? source.length : end, MAX_HEADER_BYTES));
  const text = `This message ${problem}. Open it in your mail program.`;
  const empty: Email = { headers: [], headerLines: [], attachments: [] };
  const email = await parse(dropContentHeaders(head)).catch(() => empty);
  return toMail({ ...email, text, html: undefined, attachments: [] });
}

/** A header that says how the content is written would make the parser look for parts. */
function dropContentHeaders(head: Buffer): string {
  return `${head.toString('latin1').replace(/^content-[^\r\n]*(?:\r?\n[ \t][^\r\n]*)*\r?\n?/gim, '')}\r\n\r\n`;
}

function parse(source: Buffer | string): Promise<Email> {
  return PostalMime.parse(source, { maxNestingDepth: MAX_DEPTH, maxHeadersSize: MAX_HEADER_BYTES, maxRfc822NestingDepth: 0 });
}

/** Whether so many lines can separate parts that reading them would take long. */
function hasTooManyParts(source: Buffer): boolean {
  if (!source.includes('boundary')) return false;
  let count = 0;
  for (let at = source.indexOf('\n--'); at !== -1 && count <= MAX_PART_LINES; at = source.indexOf('\n--', at + 3)) count += 1;
  return count > MAX_PART_LINES;
}

function toMail(email: Email): ParsedMail {
  const sender = listMailboxes(email.from === undefined ? [] : [email.from])[0];
  const dirty = email.html ?? '';
  const clean = dirty.length > MAX_HTML_INPUT ? '' : cleanMailHtml(dirty);
  const html = clean.length > MAX_TEXT ? '' : clean;
  const own = email.text?.trim() ?? '';
  const text = cut(own === '' ? htmlToText(clean === '' ? dirty.slice(0, MAX_HTML_INPUT) : clean) : own, MAX_TEXT);
  const subject = cut((email.subject ?? '').replace(/[\p{C}\s]+/gu, ' ').trim(), MAX_SUBJECT);
  const time = Date.parse(email.date ?? '');
  const sentAt = Number.isNaN(time) ? undefined : new Date(time).toISOString();
  const messageId = listIds(email.messageId)[0] ?? '';
  return {
    messageId,
    references: listReferences(email),
    subject,
    senderName: cut((sender?.name ?? '').replace(/[\p{C}\s]+/gu, ' ').trim(), 200),
    sender: sender?.address ?? '',
    to: listAddresses(email.to),
    cc: listAddresses(email.cc),
    text,
    html,
    sentAt,
    files: email.attachments.slice(0, MAX_FILES).map(toFile),
    isAutomatic: isAutomatic(email),
    report: readDeliveryReport(email),
    digest: createHash('sha256')
      .update(JSON.stringify([messageId, sender?.address ?? '', sentAt ?? '', subject, text, html]))
      .digest('hex'),
  };
}

/** By the headers of RFC 3834, and those of older programs. */
function isAutomatic({ headers }: Email): boolean {
  return headers.some(({ key, value }) => {
    const [word = ''] = value
      .trim()
      .toLowerCase()
      .split(/[\s;(]/);
    if (key === 'auto-submitted') return word !== 'no' && word !== '';
    if (key === 'precedence') return ['bulk', 'auto_reply', 'auto-reply', 'junk'].includes(word);
    return key === 'x-autoreply' || key === 'x-autorespond';
  });
}

function toFile({ filename, mimeType, contentId, content }: Attachment, index: number): MailFile {
  const name = (filename ?? '').replace(/[\p{C}/\\]+/gu, '_').trim();
  const bytes = typeof content === 'string' ? Buffer.from(content) : content instanceof ArrayBuffer ? new Uint8Array(content) : content;
  return {
    name: name === '' ? `part-${index + 1}${extensionOf(mimeType)}` : name.slice(-200),
    type: mimeType.slice(0, 100),
    contentId: (contentId ?? '').replace(/^<|>$/g, '').slice(0, MAX_ID),
    content: bytes,
  };
}

function extensionOf(type: string): string {
  if (type === 'message/rfc822') return '.eml';
  return type.startsWith('text/') ? '.txt' : `.${/\/([a-z0-9]{1,8})$/.exec(type)?.[1] ?? 'bin'}`;
}

function listMailboxes(addresses: readonly Address[] | undefined): readonly { readonly name: string; readonly address: string }[] {
  return (addresses ?? [])
    .flatMap((one) => (one.group === undefined ? [one] : one.group))
    .map(({ name, address }) => ({ name, address: address.trim().toLowerCase() }))
    .filter(({ address }) => isEmailAddress(address));
}

function listAddresses(addresses: readonly Address[] | undefined): readonly string[] {
  return [...new Set(listMailboxes(addresses).map(({ address }) => address))].slice(0, MAX_ADDRESSES);
}

function listIds(text: string | undefined): readonly string[] {
  const ids = [...(text ?? '').slice(0, 65_536).matchAll(/<([^<>\s]{1,998})>/g)].map(([, id = '']) => id);
  return ids.map((id) => (id.length > MAX_ID ? createHash('sha256').update(id).digest('hex') : id));
}

/** The first ones name the beginning of the conversation, the last ones its latest messages. */
function listReferences({ references, inReplyTo }: Email): readonly string[] {
  const ids = [...new Set([...listIds(references), ...listIds(inReplyTo)])];
  return ids.length <= MAX_REFERENCES ? ids : [...ids.slice(0, 1), ...ids.slice(1 - MAX_REFERENCES)];
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}
