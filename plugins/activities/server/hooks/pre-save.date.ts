import type { PreSaveContext } from '#engine';

/** An activity that says nothing of when it was, was now: the line of time has a place for it. */
export function setDefaultDate({ event, draft, clock }: PreSaveContext<'activities'>): void {
  if (event.kind !== 'create' || (draft.activity_date !== undefined && draft.activity_date !== null)) return;
  draft.activity_date = new Date(clock.now()).toISOString();
}
