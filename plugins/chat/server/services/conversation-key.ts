import { createHash } from 'node:crypto';
import type { JsonValue } from '#engine/model';
import { textsOf } from '../../shared/chat.ts';

/** The fields of a message that say who takes part in its conversation. */
export interface MessagePeople {
  readonly sentTo?: JsonValue | undefined;
  readonly groupUsersIds?: JsonValue | undefined;
  readonly created_by?: JsonValue | undefined;
}

/** Ids of all people of a message: its author and its recipients, each once. */
export function peopleOf({ sentTo, groupUsersIds, created_by: author }: MessagePeople): readonly string[] {
  return [...new Set([...textsOf(author), ...textsOf(sentTo), ...textsOf(groupUsersIds)])].sort();
}

/** The key of the conversation between these people: the same whoever of them writes. */
export function conversationKey(people: readonly string[]): string {
  const all = [...new Set(people)].sort().join('+');
  return createHash('sha256').update(all).digest('base64url');
}
