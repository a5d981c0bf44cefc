/** What happened to a message: stored instead of sent because no mail server is configured, accepted for delivery, or refused. */
export const MAIL_STATUSES = ['sent-to-outbox', 'sent', 'failed'] as const;
/** Whether an e-mail was delivered: one of {@link MAIL_STATUSES}. */
export type MailStatus = (typeof MAIL_STATUSES)[number];

/** A message that was sent, or stored instead of sent. */
export interface StoredMail {
  /** Id of the message; ids sort by their creation time. */
  readonly _id: string;
  /** Its recipients. */
  readonly to: readonly string[];
  /** Its subject. */
  readonly subject: string;
  /** Absent: the message is confidential. */
  readonly text?: string;
  /** ISO time. */
  readonly sentAt: string;
  /** What happened to it. */
  readonly status: MailStatus;
}
