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
}

/** Sends e-mail. The default implementation keeps each message as "sent to outbox" for the UI to show. */
export interface MailPort {
  /** Resolves when the message was handed over. Errors: `mail_failed`. */
  send(message: MailMessage): Promise<void>;
  close(): Promise<void>;
}

/** Structured log without personal data: ids and codes, never names, addresses or field values. */
export interface LogPort {
  debug(data: object, text: string): void;
  info(data: object, text: string): void;
  warn(data: object, text: string): void;
  error(data: object, text: string): void;
}
