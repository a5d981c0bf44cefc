import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { MailMessage } from '../../ports/index.ts';

/** Headers of a file in addition to those of the message. */
export interface MailHeaders {
  readonly id: string;
  readonly from: string;
  /** Milliseconds since the epoch. */
  readonly sentAt: number;
}

/**
 * Writes a message as an `.eml` file that only its owner can read, completely or not at all. The file name contains the
 * time and the id, not the recipients. Returns the path. Throws file system errors.
 */
export async function writeMailFile(folder: string, headers: MailHeaders, message: MailMessage): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, `${new Date(headers.sentAt).toISOString().replace(/[:.]/g, '-')}-${headers.id}.eml`);
  const partialFile = `${file}.part`;
  try {
    const handle = await open(partialFile, 'wx', 0o600);
    try {
      await handle.writeFile(formatMail(headers, message));
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(partialFile, file);
    return file;
  } catch (error) {
    await rm(partialFile, { force: true });
    throw error;
  }
}

/** Formats a message for mail programs. The text is not encoded, so that it can be read without a mail program too. */
export function formatMail({ id, from, sentAt }: MailHeaders, { to, subject, text, html }: MailMessage): string {
  const lines = [
    `From: ${oneLine(from)}`,
    `To: ${to.map(oneLine).join(', ')}`,
    `Subject: ${encodeHeader(oneLine(subject))}`,
    `Date: ${new Date(sentAt).toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${id}@muster>`,
    'MIME-Version: 1.0',
  ];
  const plain = [...formatPartHeaders('plain'), '', text];
  if (html === undefined) return joinLines([...lines, ...plain]);
  const boundary = `muster-${randomBytes(12).toString('hex')}`;
  return joinLines([
    ...lines,
    `Content-Type: multipart/alternative; boundary="${boundary}"`,
    '',
    `--${boundary}`,
    ...plain,
    `--${boundary}`,
    ...formatPartHeaders('html'),
    '',
    html,
    `--${boundary}--`,
  ]);
}

function formatPartHeaders(kind: 'plain' | 'html'): string[] {
  return [`Content-Type: text/${kind}; charset=utf-8`, 'Content-Transfer-Encoding: 8bit'];
}

/** Removes line breaks: a line break in a header would start another header. */
function oneLine(text: string): string {
  return text.replace(/[\r\n]+/g, ' ');
}

/** Headers are ASCII: other text is written as encoded words of at most 75 characters, split between characters. */
function encodeHeader(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text;
  const words: string[] = [];
  let word = '';
  for (const character of text) {
    if (Buffer.byteLength(word + character) > 45) {
      words.push(word);
      word = '';
    }
    word += character;
  }
  return [...words, word].map((one) => `=?utf-8?B?${Buffer.from(one).toString('base64')}?=`).join('\r\n ');
}

function joinLines(lines: readonly string[]): string {
  return `${lines.join('\n').replace(/\r?\n/g, '\r\n')}\r\n`;
}
