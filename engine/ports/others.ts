/** The current time, behind a port so that tests can change it. */
export interface ClockPort {
  /** Milliseconds since the epoch. */
  now(): number;
}

/** New record ids. */
export interface IdsPort {
  /** A UUIDv7: ids sort by their creation time. */
  next(): string;
}

export interface MailMessage {
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  /** The text contains what only the recipient may see, such as a temporary password. Lists of stored messages do not show it. */
  readonly confidential?: boolean;
}

/** A message that was stored instead of sent. */
export interface StoredMail {
  readonly _id: string;
  readonly to: readonly string[];
  readonly subject: string;
  /** Absent: the message is confidential. */
  readonly text?: string;
  /** ISO time. */
  readonly sentAt: string;
  readonly status: string;
}

/** Sends e-mail. The default implementation stores each message as "sent to outbox", and the UI shows these messages. */
export interface MailPort {
  /** Resolves when the message was accepted for delivery or stored. Throws `mail_failed`. */
  send(message: MailMessage): Promise<void>;
  /** Stored messages, newest first, with their total number; absent in implementations that really send messages. */
  listStored?(page: {
    readonly offset: number;
    readonly limit: number;
  }): Promise<{ readonly data: readonly StoredMail[]; readonly total: number }>;
  close(): Promise<void>;
}

/** Structured log without personal data: ids and codes, never names, addresses or field values. */
export interface LogPort {
  debug(data: object, text: string): void;
  info(data: object, text: string): void;
  warn(data: object, text: string): void;
  error(data: object, text: string): void;
}
