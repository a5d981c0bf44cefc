import { formatDayInText, formatTime, localDay, type showNotice } from '#ui';
import type { AcceptedMessage } from './messages-api.ts';
import { tMessages } from './texts.ts';

/** A later time than this is worth a word. */
const SOON_MS = 60_000;

/** The time from which on a message is sent, in the time zone of the user. */
export function formatSendTime(at: string | null | undefined): string {
  return at === null || at === undefined ? '' : `${formatDayInText(localDay(new Date(at)))}, ${formatTime(at)}`;
}

/** Says what becomes of a text message that was accepted. */
export function showSmsResult(sent: AcceptedMessage & { readonly send_after?: string }, notify: typeof showNotice): void {
  if (sent.status === 'Not Sent') {
    notify({ kind: 'error', text: tMessages('notSent', { reason: sent.failure ?? '' }) });
    return;
  }
  const isDeferred = sent.send_after !== undefined && Date.parse(sent.send_after) > Date.now() + SOON_MS;
  notify({ kind: 'ok', text: isDeferred ? tMessages('smsDeferred', { time: formatSendTime(sent.send_after) }) : tMessages('smsQueued') });
}
