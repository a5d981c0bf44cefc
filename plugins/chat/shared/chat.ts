import type { JsonValue } from '#engine/model';

/** Most people in one conversation. */
export const MAX_PEOPLE = 100;
/** Maximum number of characters of a message. */
export const MAX_MESSAGE = 10_000;
/** Messages of one page of a conversation. */
export const MESSAGE_PAGE = 30;
/** Conversations of one page. */
export const CONVERSATION_PAGE = 30;
/** Unread messages of a conversation are counted up to this number, and so many are marked as read in one request. */
export const MAX_UNREAD = 500;

/** A user by name; without a name if the reader may not read it. */
export interface ChatPerson {
  readonly _id: string;
  readonly name: string;
}

/** A conversation as one of its people sees it. */
export interface ConversationView {
  /** The same for all messages between the same people. */
  readonly key: string;
  /** The name of the group, else the names of the others. */
  readonly name: string;
  /** The others. */
  readonly people: readonly ChatPerson[];
  readonly isGroup: boolean;
  /** The name that its people gave it; '': none. */
  readonly groupName: string;
  /** Its newest message; null: it was deleted. */
  readonly last: { readonly text: string; readonly isOwn: boolean; readonly by: string } | null;
  /** ISO time of the newest message. */
  readonly lastAt: string;
  /** Messages of others that the reader has not read, at most {@link MAX_UNREAD}. */
  readonly unread: number;
  /** The reader removed it from their message bar, and nobody has written since. */
  readonly removed: boolean;
}

/** A page of conversations, those with the newest messages first. */
export interface ConversationPage {
  readonly data: readonly ConversationView[];
  /** Unread messages of all conversations of the reader. */
  readonly unread: number;
  /** Where the next page begins; null: there is none. */
  readonly next: string | null;
}

/** A message as one of the people of its conversation sees it. */
export interface MessageView {
  readonly _id: string;
  readonly text: string;
  /** Its author; null: the product. */
  readonly by: ChatPerson | null;
  readonly isOwn: boolean;
  /** ISO time. */
  readonly at: string;
  readonly isEdited: boolean;
  /** The reader has not read it. */
  readonly isUnread: boolean;
  /** The others who have read it. */
  readonly readBy: readonly ChatPerson[];
  readonly attachments: readonly { readonly name: string; readonly path: string }[];
}

/** A page of a conversation, the newest messages, in the order in which they were written. */
export interface MessagePage {
  readonly data: readonly MessageView[];
  /** Id of a message: those before it are the next page; null: there are none. */
  readonly before: string | null;
}

/** The texts in a value: a text, or a list of texts. */
export function textsOf(value: JsonValue | undefined): readonly string[] {
  return (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string' && one !== '');
}
