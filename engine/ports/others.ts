/** The time, in one place so that tests can move it. */
export interface ClockPort {
  /** Milliseconds since the epoch. */
  now(): number;
}

/** New record ids. */
export interface IdsPort {
  /** A UUIDv7: a text in time order. */
  next(): string;
}

export interface MailMessage {
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  /** It holds what its reader alone may see, such as a temporary password: no list of kept messages shows its text. */
  readonly confidential?: boolean;
}

/** A message that was kept instead of sent. */
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

/** Sends e-mail. The default implementation keeps each message as "sent to outbox" for the UI to show. */
export interface MailPort {
  /** Resolves when the message was handed over. Errors: `mail_failed`. */
  send(message: MailMessage): Promise<void>;
  /** Messages that were kept, the newest first, with how many there are; absent where messages really go out. */
  listStored?(page: { readonly offset: number; readonly limit: number }): Promise<{ readonly data: readonly StoredMail[]; readonly total: number }>;
  close(): Promise<void>;
}

/** Structured log without personal data: ids and codes, never names, addresses or field values. */
export interface LogPort {
  debug(data: object, text: string): void;
  info(data: object, text: string): void;
  warn(data: object, text: string): void;
  error(data: object, text: string): void;
}
