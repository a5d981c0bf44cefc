import type { PreSaveContext } from '#engine';
import { today } from '#engine/model';
import { isFilled } from '../../shared/is-filled.ts';

/** Becoming Submitted keeps the day and how the job stood, becoming Hired the day. What the save itself says of these stands. */
export async function setStatusDates(context: PreSaveContext<'subs'>): Promise<void> {
  const { event, draft, unit } = context;
  const changed = event.changed();
  if (!event.isEdit() || !changed.has('status')) return;
  if (draft.status === 'Hired' && !changed.has('hire_date')) draft.hire_date = today(context);
  if (draft.status !== 'Submitted' || changed.has('date_submitted')) return;
  draft.date_submitted = today(context);
  const job = isFilled(draft.jobs_subs) ? await unit.get('jobs', draft.jobs_subs) : undefined;
  draft.job_status_at_submission = job?.job_status ?? null;
}
