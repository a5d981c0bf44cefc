/** The modules of messages. */
export type MessageModule = 'messages' | 'sms';

/** Statuses of outgoing messages that wait: they can be cancelled, or are being sent. */
export const WAITING_STATUSES = ['Queued', 'Sending'] as const;

/** Statuses of messages that did not leave and can be sent again. */
export const UNSENT_STATUSES = ['Failed', 'Bounced', 'Not Sent', 'Cancelled'] as const;

/** Statuses of messages that left. */
export const SENT_STATUSES = ['Sent', 'Opened'] as const;

/** Whether a value is one of these texts. */
export function isOneOf(list: readonly string[], value: unknown): value is string {
  return typeof value === 'string' && list.includes(value);
}

/** The result of a preview. */
export interface TemplatePreview {
  readonly subject: string;
  readonly text: string;
  /** Sanitized; null: it is sent as text only. */
  readonly html: string | null;
  /** Variables without a value, as the template names them. */
  readonly missing: readonly string[];
  /** The address that the record has; null: none. */
  readonly to: string | null;
  /** Why nothing would be sent there; null: it would be. */
  readonly refusal: string | null;
}

/** The fields of a template that make a message; a save of one of them makes a version. */
export const CONTENT_FIELDS = ['subject', 'body', 'body_html', 'content_type', 'send_text_only'] as const;

/** The fields of a template that are filled. */
export const FILLED_FIELDS = ['subject', 'body', 'body_html'] as const;

/** A problem of a template, by which it is refused when it is saved. */
export interface ContentProblem {
  readonly field: (typeof FILLED_FIELDS)[number];
  readonly code: string;
  /** A sentence for people. */
  readonly message: string;
  /** The variable that does not exist; null: the field cannot be read. */
  readonly variable: string | null;
}

/** One channel of the public page of preferences. */
export interface ChannelPreference {
  readonly channel: string;
  readonly label: string;
  /** The address or number, as far as it is shown. */
  readonly address: string;
  readonly receives: boolean;
}
