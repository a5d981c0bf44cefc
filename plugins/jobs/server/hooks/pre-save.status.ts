import type { PreSaveContext } from '#engine';
import { today } from '#engine/model';
import { endsAdvertising, isClosed } from '../../shared/closing.ts';

/**
 * Applies the effects of a status. A closed job gets its closing date and the clean-up flag. A closed job and a job
 * with the status "Submit Candidates" are no longer advertised. Reopening a job clears the closing date and the
 * clean-up flag.
 */
export function applyStatus(context: PreSaveContext): void {
  const { event, draft } = context;
  const changed: ReadonlySet<string> = event.changed();
  if (!event.isEdit() || !changed.has('job_status')) return;
  const status = draft['job_status'];
  const wasClosed = isClosed(event.before?.['job_status']);
  if (endsAdvertising(status)) stopAdvertising(context);
  if (isClosed(status)) {
    draft['needs_cleanup'] = true;
    // A change from one closed status to another keeps the closing date.
    const isDated = typeof draft['job_closed_date'] === 'string' && (wasClosed || changed.has('job_closed_date'));
    if (!isDated) draft['job_closed_date'] = today(context);
  } else if (wasClosed) {
    draft['needs_cleanup'] = false;
    delete draft['job_closed_date'];
  }
}

function stopAdvertising(context: PreSaveContext): void {
  const { draft } = context;
  draft['indeed_campaign_boost'] = false;
  const feeds = draft['included_in_feeds'];
  if (Array.isArray(feeds)) draft['included_in_feeds'] = feeds.filter((feed) => feed !== context.setting('main_job_board'));
}
