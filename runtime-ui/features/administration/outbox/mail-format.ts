import type { MailStatus } from '#engine/model/wire';

/** Colours of the states of e-mails. */
export const STATUS_HUES: Readonly<Record<MailStatus, 'green' | 'red' | 'gray'>> = {
  sent: 'green',
  failed: 'red',
  'sent-to-outbox': 'gray',
};
