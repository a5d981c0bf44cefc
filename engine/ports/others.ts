import type { MailStatus, StoredMail } from '#engine/model/wire';

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

/** An e-mail to send. */
export interface MailMessage {
  /** Addresses, also with names: 'Operations <operations@example.com>'. */
  readonly to: readonly string[];
  /** One line. */
  readonly subject: string;
  /** The text for mail programs that do not show HTML. */
  readonly text: string;
  /** The same as HTML; default: only the text is sent. */
  readonly html?: string;
  /** Pictures (PNG) that the HTML shows as `cid:<id>`; they are sent, and not stored with messages. Default none. */
  readonly pictures?: readonly { readonly id: string; readonly content: Uint8Array }[];
  /** The text contains what only the recipient may see, such as a temporary password. Lists of stored messages do not show it. Default false. */
  readonly confidential?: boolean;
  /**
   * A UUID that makes it one message: stored once however often it is sent, and the same `Message-ID` each time, by which mail servers know
   * it again. Default: each call is a message of its own.
   */
  readonly id?: string;
  /** An invite in iCalendar form with the method REQUEST, which mail programs add to the calendar; it is sent, and not stored with messages. Default none. */
  readonly calendar?: string;
}

/** Which stored messages to list. */
export interface MailPage {
  /** Messages to skip. */
  readonly offset: number;
  /** Messages to return. */
  readonly limit: number;
  /** Only those with this status; default: all. */
  readonly status?: MailStatus | undefined;
}

/** Sends e-mail. The default implementation, the mail sink, stores each message instead of sending it, and System Admins can read these messages. */
export interface MailPort {
  /**
   * Resolves when the message was accepted for delivery or stored.
   * @throws `mail_failed`; where messages are stored, errors of the store.
   */
  send(message: MailMessage): Promise<void>;
  /**
   * Stored messages, newest first, with their total number; absent in implementations that store none.
   * @throws errors of the store.
   */
  listStored?(page: MailPage): Promise<{ readonly data: readonly StoredMail[]; readonly total: number }>;
  /**
   * Sends a stored message again, as a new one. False: there is none with the id. Absent in implementations that store none.
   * @throws `mail_not_repeatable` for a confidential message, whose content is not stored; `mail_failed`; errors of the store.
   */
  resend?(id: string): Promise<boolean>;
  /** Closes connections. Never rejects. */
  close(): Promise<void>;
}

/** Structured log without personal data: ids and codes, never names, addresses or field values. */
export interface LogPort {
  /** What helps to find an error. */
  debug(data: object, text: string): void;
  /** What happened. */
  info(data: object, text: string): void;
  /** What may need attention. */
  warn(data: object, text: string): void;
  /** What failed. */
  error(data: object, text: string): void;
}

/**
 * Encrypts single values, so that a reader of the database cannot see them. An encrypted value contains the id of its
 * key, so that the key can be rotated: values of an earlier key can still be decrypted, and are encrypted with the
 * current key when they are next written.
 */
export interface CipherPort {
  /**
   * Encrypts a text with the current key. The same text never gives the same ciphertext twice. `context` names where the
   * value belongs (module, record, field): the ciphertext decrypts only with the same context.
   */
  encrypt(text: string, context: string): string;
  /** Decrypts a value that was encrypted with this context; returns `undefined` when no key of this process decrypts it. */
  decrypt(encrypted: string, context: string): string | undefined;
  /** Whether a value was encrypted with the current key. */
  usesCurrentKey(encrypted: string): boolean;
  /** Id of the current key: 16 hex digits that reveal nothing about the key. */
  readonly keyId: string;
  /** A keyed hash of a text: only a holder of the key can compute it. The same text gives the same fingerprint. */
  fingerprint(text: string): string;
}

/** Prefix of every encrypted value. It is in stored data, so it keeps its first name. */
export const ENCRYPTED_PREFIX = 'muster-seal:1:';

/** Whether a value is still encrypted. */
export function isEncrypted(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith(ENCRYPTED_PREFIX);
}

/**
 * Short messages between the processes of one installation, delivered at most once and in no guaranteed order: data that
 * must not be lost is in the store. While disconnected, `publish` returns false and nothing is queued for later.
 */
export interface PubSubPort {
  /** Whether messages reach the other processes now. */
  isConnected(): boolean;
  /** Sends a message to all processes; false when it was not sent. Never rejects. */
  publish(message: string): Promise<boolean>;
  /** Calls the listener with each message of any process, including this one. Returns a function that unsubscribes. */
  subscribe(listener: (message: string) => void): () => void;
  /** Calls the listener when messages can be sent again after a disconnect. */
  onReconnect(listener: () => void): void;
  /** Closes connections; listeners are not called any more. Never rejects. */
  close(): Promise<void>;
}
