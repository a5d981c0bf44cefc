/** Outgoing messages. */
export const outboxTexts = {
  title: 'Outbox',
  help: 'The e-mails of the product. Without a mail server they are stored here instead of being sent.',
  show: 'Which e-mails to show',
  list: 'E-mails',
  failed: 'The e-mails could not be loaded',
  tabs: { all: 'All', sent: 'Sent', failed: 'Failed', 'sent-to-outbox': 'Not sent' },
  status: { sent: 'Sent', failed: 'Failed', 'sent-to-outbox': 'Stored' },
  none: 'No e-mails',
  noneHelp: 'E-mails are listed here as soon as the product sends one.',
  more: 'Show {{count}} more',
  open: 'Open the e-mail “{{subject}}” to {{to}}',
  to: 'To',
  at: 'Sent',
  storedAt: 'Stored',
  failedAt: 'Failed',
  hidden: 'It contained a password or a code, so its text was not kept. To send it again, send a new invitation or password.',
  resend: 'Send again',
  resent: 'The e-mail was sent again.',
  close: 'Close',
} as const;

/** The update of the product. */
export const updateTexts = {
  title: 'System update',
  help: 'After the product was updated, open browsers still run the version before it until their page is reloaded.',
  running: 'What runs now',
  version: 'Version',
  store: 'Database',
  failed: 'The version could not be loaded',
  request: 'Ask everyone to reload',
  confirmTitle: 'Ask everyone to reload?',
  confirmText:
    'Every open browser shows a warning and reloads after 30 seconds. People can answer No; they are asked again after 5 minutes. What was typed in forms of records is stored as a draft; anything else that is not saved is lost by a reload.',
  done: 'Every open browser asks now.',
} as const;

/** The pages of a list of the administration. */
export const listPagerTexts = { range: '{{from}}–{{to}} of {{total}}', previous: 'Previous page', next: 'Next page' } as const;
