import type { EffectContext } from '#engine';
import { toText } from '#engine/model';
import { ACTIVE_STATES } from '../dialer/campaign.ts';
import { DIAL } from '../jobs/dial.ts';
import { FETCH_RECORDING } from '../jobs/fetch-recording.ts';
import { DIALER_EVENT } from '../live-events.ts';

/** Each change that a call makes to its campaign adds the job of the next step. */
export async function dialNext({ event, record, addJob }: EffectContext<'dialerCampaigns'>): Promise<void> {
  if (event.isBulkLoad || record === undefined || record.deleted === true || !event.changedFields.includes('turn')) return;
  if (ACTIVE_STATES.includes(toText(record.status))) await addJob(DIAL, { campaign: event.id, turn: record.turn ?? 0, look: 0 });
}

/** Each call that ended after it was recorded adds the job that stores its recording. */
export async function fetchRecordings({ event, record, addJob }: EffectContext<'dialerCampaigns'>): Promise<void> {
  if (event.isBulkLoad || record === undefined || record.deleted === true || !event.changedFields.includes('calls')) return;
  for (const { callId = '', isRecorded, connectedAt = '', endedAt = '', recording = '' } of record.calls ?? [])
    if (isRecorded === true && connectedAt !== '' && endedAt !== '' && recording === '')
      await addJob(FETCH_RECORDING, { campaign: event.id, call: callId }, { id: `recording-${callId}`.replace(/[^\w-]/g, '-') });
}

/** Tells the organizer of a call campaign its new state and how many are still to be called. */
export async function announceDialerState({ event, record, live }: EffectContext<'dialerCampaigns'>): Promise<void> {
  if (event.kind !== 'update' || record === undefined) return;
  if (!(['status', 'remainingCalls', 'calls'] as const).some((field) => event.changedFields.includes(field))) return;
  const organizer = toText(record.organizer);
  if (organizer === '') return;
  // An empty list is stored as none.
  const remainingCalls = Array.isArray(record.remainingCalls) ? record.remainingCalls.length : 0;
  await live.send(
    DIALER_EVENT,
    { campaign: event.id, state: Number(record.status), remainingCalls },
    { users: [organizer], record: { module: 'dialerCampaigns', id: event.id } },
  );
}
