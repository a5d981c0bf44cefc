import type { PreSaveContext } from '#engine';

/** Sets the date of an activity without one to now, so that the timeline can sort it. */
export function setDefaultDate({ event, draft, clock }: PreSaveContext<'activities'>): void {
  if (event.kind !== 'create' || (draft.activity_date !== undefined && draft.activity_date !== null)) return;
  draft.activity_date = new Date(clock.now()).toISOString();
}
