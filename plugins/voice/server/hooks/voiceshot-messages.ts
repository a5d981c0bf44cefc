import { SYSTEM_ACTOR, type EffectContext, type PreSaveContext } from '#engine';
import { toText } from '#engine/model';
import { CALL_VOICESHOT } from '../jobs/call-voiceshot.ts';

/** Adds the job that calls a recipient, for the time from which on they may be called. */
export async function callQueued({ event, record, clock, addJob }: EffectContext<'messages'>): Promise<void> {
  if (event.kind !== 'create' || event.isBulkLoad || record?.status !== 'Queued' || toText(record.voiceshot) === '') return;
  const delay = Math.max(0, Date.parse(toText(record.call_after)) - clock.now());
  await addJob(CALL_VOICESHOT, { message: event.id, look: 0 }, { delay });
}

/** What a call says and to whom is not changed after it was checked; one that waits can be cancelled. */
export function protectVoiceshot(context: PreSaveContext<'messages'>): void {
  const { event, draft } = context;
  if (event.actor.kind === 'system' || event.isBulkLoad || toText(event.before?.voiceshot) === '') return;
  const changed = event.changed();
  const isCancelled = event.before?.status === 'Queued' && draft.status === 'Cancelled';
  if (changed.has('to') || changed.has('messageType') || (changed.has('status') && !isCancelled)) context.refuse('voiceshot_fixed');
}

/** The name of the recording, without which a voiceshot cannot be sent; one that was entered stays. */
export async function nameFile({ event, record, files, records }: EffectContext<'voiceshots'>): Promise<void> {
  if (event.isBulkLoad || record === undefined || record.deleted === true || toText(record.path) === '') return;
  const isNamed = toText(record.filename) !== '' && (event.changedFields.includes('filename') || !event.changedFields.includes('path'));
  if (isNamed) return;
  const file = await files.open({ module: 'voiceshots', id: event.id, field: 'path' });
  file.content.destroy();
  await records.update(SYSTEM_ACTOR, { module: 'voiceshots', id: event.id, fields: { filename: file.filename } });
}
