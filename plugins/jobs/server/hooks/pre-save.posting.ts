import type { PreSaveContext } from '#engine';
import { today, wallClock, type JsonValue } from '#engine/model';

/** The day on which a job was first in a feed, which `post_date` can no longer tell after it was changed. */
export const FIRST_FEED_DAY = 'first_feed_day';

/**
 * Dates the posting of a job: `post_date` is the day of its creation, and the first day in a feed if it gets into one later. A date that
 * the same save sets stays. `date_last_boosted` is the day on which the boost goes on. Runs after the effects of a status, which take a
 * job out of a feed and end its boost.
 */
export function datePosting(context: PreSaveContext): void {
  const { event, draft } = context;
  if (!event.isEdit()) return;
  const changed: ReadonlySet<string> = event.changed();
  if (event.kind === 'create') draft['post_date'] ??= creationDay(context);
  if (isInFeed(draft['included_in_feeds']) && draft[FIRST_FEED_DAY] === undefined) {
    const day = event.kind === 'create' ? creationDay(context) : today(context);
    // A job that was in a feed before the field existed keeps its date.
    const isFirst = event.kind === 'update' && !isInFeed(event.before?.['included_in_feeds']);
    if (isFirst && !changed.has('post_date')) draft['post_date'] = day;
    draft[FIRST_FEED_DAY] = isFirst ? day : (draft['post_date'] ?? day);
  }
  const isBoosted = draft['indeed_campaign_boost'] === true && event.before?.['indeed_campaign_boost'] !== true;
  if (isBoosted && !changed.has('date_last_boosted')) draft['date_last_boosted'] = today(context);
}

/** Demo data is created with dates of the past. */
function creationDay(context: PreSaveContext): string {
  const created = context.draft['createdAt'];
  return typeof created === 'string' ? wallClock(context).dayOf(Date.parse(created)) : today(context);
}

function isInFeed(feeds: JsonValue | undefined): boolean {
  return Array.isArray(feeds) && feeds.length > 0;
}
