import type { JsonValue } from '#engine/model';

/** Maximum number of characters of a comment. */
export const MAX_COMMENT = 10_000;
/** Maximum number of users that one comment mentions. */
export const MAX_MENTIONS = 50;
/** Maximum number of files of one comment. */
export const MAX_FILES = 10;
/** Most comments of one response: the newest ones. */
export const MAX_LIMIT = 500;
/** Comments that are marked as seen in one request. */
export const MAX_SEEN = 500;
/** Comments of one page. */
export const PAGE_SIZE = 20;

/** A file of a comment as its reader sees it. */
export interface CommentFile {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly isPicture: boolean;
}

/** A comment as its reader sees it. */
export interface CommentView {
  readonly _id: string;
  /** Its author; null: the reader may not read the name. */
  readonly by: { readonly _id: string; readonly name: string } | null;
  readonly comment: string;
  /** The mentioned users whose names the reader may read. */
  readonly mentions: readonly { readonly _id: string; readonly name: string }[];
  /** Its files, in the order in which they were chosen: each is read by its place in the list, from 0. */
  readonly files: readonly CommentFile[];
  /** ISO time. */
  readonly createdAt: string;
  /** ISO time of the last change of the text; null: unchanged. */
  readonly editedAt: string | null;
  readonly resolved: boolean;
  /** The reader wrote it, and may change it. */
  readonly isOwn: boolean;
  /** The reader may delete it. */
  readonly mayDelete: boolean;
  /** The reader has not seen it before. */
  readonly isUnread: boolean;
  /** How many like it. */
  readonly likes: number;
  /** The reader likes it. */
  readonly isLiked: boolean;
}

/** A page of the comments of a record, the newest first. */
export interface CommentPage {
  readonly data: readonly CommentView[];
  readonly total: number;
  /** Comments of others that the reader has not seen. */
  readonly unread: number;
  /** The reader follows the record. */
  readonly follows: boolean;
  /** The limit with which the following comments are included; null: there are none. */
  readonly next: number | null;
}

/** The texts in a value: a text, or a list of texts. */
export function textsOf(value: JsonValue | undefined): readonly string[] {
  return (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string');
}

/** Records of which the activity is read: those that the user followed last. */
export const MAX_FOLLOWED = 50;
/** Entries of the activity of followed records. */
export const MAX_ACTIVITY = 30;

/** What happened last to a record that the user follows. */
export interface FollowedActivity {
  readonly kind: 'changed' | 'commented';
  /** Name of the module. */
  readonly module: string;
  readonly record: { readonly _id: string; readonly name: string };
  /** ISO time. */
  readonly at: string;
  /** Who did it; null: the product, or somebody whose name the reader may not see. */
  readonly by: { readonly _id: string; readonly name: string } | null;
}
