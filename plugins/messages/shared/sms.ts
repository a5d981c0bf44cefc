/** What a text message to a record or number would be. */
export interface SmsPreview {
  /** The number that it would go to; null: the record has none. */
  readonly to: string | null;
  /** The number that it would come from; null: there is none. */
  readonly from: string | null;
  /** What is added to its text; '' for nothing. */
  readonly signature: string;
  /** Why nothing would be sent; null: it would be. */
  readonly refusal: string | null;
  /** From when on it would be sent: now, or after the quiet hours of the recipient. */
  readonly sendAfter: string | null;
  readonly isDeferred: boolean;
}

/** One conversation: all messages with a number. */
export interface Conversation {
  readonly number: string;
  /** The record of the last message, with its name as far as the user may read it; null: nobody has the number. */
  readonly person: { readonly module: string; readonly id: string; readonly name: string } | null;
  readonly last: {
    readonly _id: string;
    readonly message: string;
    readonly direction: string;
    readonly status: string;
    readonly createdAt: string;
  };
  /** Received messages that are not read. */
  readonly unread: number;
}

/** The fields of a text message that have its pictures. */
export const PICTURE_FIELDS = ['picture', 'picture_2', 'picture_3'] as const;

/** A received message that nobody has read. */
export const UNREAD_STATUS = 'Received - Not Read';
/** A received message that was read. */
export const READ_STATUS = 'Received - Read';
