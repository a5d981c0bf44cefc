import type { PreSaveContext } from '#engine';
import { toText } from '#engine/model';
import { textsOf } from '../../shared/chat.ts';

/** One member for each person of a conversation: of two first messages at the same time, the second one finds the member of the first. */
export function requireOneMember({ event, draft, requireAbsence }: PreSaveContext<'chatMembers'>): void {
  const [[user = ''], conversation] = [textsOf(draft.user), toText(draft.conversation)];
  if (event.kind === 'create') requireAbsence('chatMembers', { conversation, user }, { lockKeys: [`${conversation}/${user}`] });
}

/** One state for each user. */
export function requireOneState({ event, draft, requireAbsence }: PreSaveContext<'chatStates'>): void {
  const [user = ''] = textsOf(draft.user);
  if (event.kind === 'create') requireAbsence('chatStates', { user }, { lockKeys: [user] });
}
