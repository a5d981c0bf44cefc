import type { PreSaveContext } from '#engine';
import { today } from '#engine/model';
import { endsAdvertising, isClosed } from '../../shared/closing.ts';

/**
 * What a status does to a job: one that is over is dated and to be cleaned up, and both it and one whose candidates are
 * chosen are no longer advertised. A job that is taken up again is not over.
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
    // From one end to another the job was over already.
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
