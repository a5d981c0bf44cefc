import type { PreSaveContext } from '#engine';
import { today } from '#engine/model';
import { isFilled } from '../../shared/is-filled.ts';

/**
 * Sets the date and the job status when a sub becomes Submitted, and the date when it becomes Hired. Values that the
 * save itself writes are kept.
 */
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
