/** A line of a folder. */
export interface MailLine {
  readonly _id: string;
  readonly message: string;
  readonly subject: string;
  readonly sender: string;
  readonly snippet: string;
  /** ISO time. */
  readonly receivedAt: string;
  readonly read: boolean;
  readonly hasAttachments: boolean;
  readonly folder: string;
}

/** A page of a folder. */
export interface MailPage {
  readonly data: readonly MailLine[];
  /** For the next page; null: this is the last one. */
  readonly next: string | null;
}

/** A message of a conversation. */
export interface ThreadMessage {
  readonly _id: string;
  readonly subject: string;
  readonly sender: string;
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly direction: string;
  /** ISO time. */
  readonly sentAt: string;
  readonly text: string;
  /** Sanitized, with the pictures that came with it; null: it is text only. */
  readonly html: string | null;
  /** Pictures that would be loaded from other servers. */
  readonly remotePictures: number;
  readonly files: readonly { readonly _id: string; readonly name: string; readonly path: string; readonly size: number }[];
  /** Records with one of its addresses, as far as the reader may see them. */
  readonly records: readonly { readonly module: string; readonly id: string; readonly name: string }[];
}

/** A conversation, oldest message first. */
export interface MailThread {
  readonly subject: string;
  readonly messages: readonly ThreadMessage[];
}
