import type { Email } from 'postal-mime';

/** What a mail server reports about a message that it could not deliver (RFC 3464). */
export interface DeliveryReport {
  /** The id of the message, without angle brackets. */
  readonly messageId: string;
  /** The addresses that do not exist, with the words of the server. */
  readonly failures: readonly { readonly address: string; readonly reason: string }[];
}

const MAX_REPORT_BYTES = 262_144;
const MAX_FAILURES = 100;

/** The report in a message; undefined: it is none, or one about a delay. */
export function readDeliveryReport(email: Email): DeliveryReport | undefined {
  const part = (type: string): string => {
    const found = email.attachments.find(({ mimeType }) => mimeType === type);
    if (found === undefined) return '';
    const { content } = found;
    return typeof content === 'string'
      ? content
      : Buffer.from(content as Uint8Array)
          .subarray(0, MAX_REPORT_BYTES)
          .toString('utf8');
  };
  const status = part('message/delivery-status');
  if (status === '') return undefined;
  const original = part('message/rfc822') || part('text/rfc822-headers') || part('message/rfc822-headers');
  const messageId = /^message-id:\s*<([^<>\s]{1,998})>/im.exec(original)?.[1] ?? '';
  const failures = status
    .split(/\r?\n\r?\n/)
    .flatMap(readFailure)
    .slice(0, MAX_FAILURES);
  return failures.length === 0 || messageId === '' ? undefined : { messageId, failures };
}

/** One recipient: a refusal for ever counts, a delay does not. */
function readFailure(block: string): readonly { readonly address: string; readonly reason: string }[] {
  const read = (name: string): string =>
    new RegExp(`^${name}:([^\\r\\n]*(?:\\r?\\n[ \\t][^\\r\\n]*)*)`, 'im').exec(block)?.[1]?.trim() ?? '';
  const address = read('final-recipient')
    .replace(/^rfc822;/i, '')
    .replace(/^<|>$/g, '')
    .trim()
    .toLowerCase();
  if (address === '' || read('action').toLowerCase() !== 'failed' || !read('status').startsWith('5')) return [];
  const reason = read('diagnostic-code')
    .replace(/^smtp;/i, '')
    .replace(/\s+/g, ' ')
    .trim();
  return [{ address, reason: (reason === '' ? read('status') : reason).slice(0, 500) }];
}
