import type { PreSaveContext } from '#engine';
import { toText } from '#engine/model';
import { MAX_PARTICIPANTS, STATE } from '../../shared/dialer.ts';

/** What the calls of a campaign change, and nobody else. */
const BY_CALLS = ['status', 'remainingCalls', 'isStopped', 'isPaused', 'conferenceStarted', 'started_at', 'ended_at'] as const;

/** States of a campaign that makes no calls. */
const AT_REST: readonly string[] = [STATE.ready, STATE.complete];

/** A new campaign is stopped, with everyone still to call, and belongs to who makes it; afterwards only its calls change its state. */
export function protectCampaign(context: PreSaveContext<'dialerCampaigns'>): void {
  const { event, draft } = context;
  if (event.isBulkLoad || !event.isEdit()) return;
  if ((draft.participants?.length ?? 0) > MAX_PARTICIPANTS) context.refuse('dialer_full');
  if (event.actor.kind === 'system') return;
  if (event.kind === 'create') return begin(context);
  const changed = event.changed();
  if (BY_CALLS.some((field) => changed.has(field))) context.refuse('dialer_state_fixed');
  const people = changed.has('participants') || changed.has('related_module') || changed.has('organizer');
  if (people && !AT_REST.includes(toText(draft.status))) context.refuse('dialer_running');
  if (changed.has('participants')) draft.remainingCalls = findRemaining(context);
}

function begin(context: PreSaveContext<'dialerCampaigns'>): void {
  const { draft, event } = context;
  if (!AT_REST.includes(toText(draft.status ?? STATE.ready))) context.refuse('dialer_state_fixed');
  draft.remainingCalls ??= draft.status === STATE.complete ? [] : [...(draft.participants ?? [])];
  if (draft.organizer === undefined && event.actor.userId !== undefined) draft.organizer = event.actor.userId;
}

/** Everyone who has not been called. */
function findRemaining({ draft }: PreSaveContext<'dialerCampaigns'>) {
  const called = new Set((draft.calls ?? []).map(({ phone }) => phone));
  return (draft.participants ?? []).filter(({ phone }) => !called.has(phone));
}
