import type { PreSaveContext } from '#engine';
import { toText } from '#engine/model';
import { textsOf } from '../../shared/chat.ts';

/** One member for each person of a conversation: of two first messages at the same time, the second one finds the member of the first. */
export function requireOneMember(context: PreSaveContext<'chatMembers'>): void {
  const { event, draft } = context;
  const [[user = ''], conversation] = [textsOf(draft.user), toText(draft.conversation)];
  if (event.kind === 'create') context.requireAbsence('chatMembers', { conversation, user }, { lockKeys: [`${conversation}/${user}`] });
}

/** One state for each user. */
export function requireOneState(context: PreSaveContext<'chatStates'>): void {
  const { event, draft } = context;
  const [user = ''] = textsOf(draft.user);
  if (event.kind === 'create') context.requireAbsence('chatStates', { user }, { lockKeys: [user] });
}
