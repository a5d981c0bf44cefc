import { callApi } from '#ui';
import type { MailPage, MailThread, ThreadMessage } from '../shared/mailbox.ts';

/** What a list shows. */
export interface ListQuery {
  /** Id of the folder; '': all. */
  readonly folder: string;
  readonly search: string;
  readonly unread: boolean;
}

/** Reads a page of messages; `after` is `next` of the page before. */
export function readPage({ folder, search, unread }: ListQuery, after?: string, pageSize = 50): Promise<MailPage> {
  return callApi('POST', '/api/mailbox/list', {
    body: {
      pageSize,
      ...(folder === '' ? {} : { folder }),
      ...(search.trim() === '' ? {} : { search }),
      ...(unread ? { unread } : {}),
      ...(after === undefined ? {} : { after }),
    },
  });
}

/** The conversation of a message. */
export function readThread(message: string): Promise<MailThread> {
  return callApi('GET', `/api/mailbox/threads/${message}`);
}

/** Marks entries as read or not read. */
export function markRead(ids: readonly string[], read: boolean): Promise<unknown> {
  return callApi('POST', '/api/mailbox/mark', { body: { ids, read } });
}

/** Moves a message into a folder. */
export function moveMessage(message: string, to: string): Promise<unknown> {
  return callApi('POST', '/api/messages/move-from-folder', { body: { messages: [message], to } });
}

/** The HTML of a message with the pictures from other servers. */
export function loadPictures(message: string): Promise<{ readonly html: string }> {
  return callApi('POST', `/api/mailbox/pictures/${message}`);
}

/** Fetches the caller's usual account. */
export function fetchInbox(): Promise<unknown> {
  return callApi('POST', '/api/gmail-accounts/sync-account-inbox', { body: {} });
}

/** The address in `Name <address>`. */
export function addressOf(sender: string): string {
  return /<([^<>]*)>$/.exec(sender)?.[1] ?? sender;
}

/** Sends a reply from the product. */
export function sendReply(message: ThreadMessage, text: string): Promise<{ readonly status: string; readonly failure?: string | null }> {
  const [record] = message.records;
  const subject = /^re:/i.test(message.subject) ? message.subject : `Re: ${message.subject}`;
  const to = message.direction === 'Outbound' ? (message.to[0] ?? '') : addressOf(message.sender);
  return callApi('POST', '/api/messages/send-custom-email', {
    body: {
      to,
      subject: subject.slice(0, 500),
      message: text,
      ...(record === undefined ? {} : { module: record.module, record: record.id }),
    },
  });
}
