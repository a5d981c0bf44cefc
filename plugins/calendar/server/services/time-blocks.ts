import { listOccurrences } from '#engine/model';
import type { TimeBlock } from '../../shared/free-time.ts';
import { readDuration, readEventSeries, type EventTimes } from '../../shared/series.ts';

/** Occurrences of one event that are read for one window at most. */
const MAX_OCCURRENCES = 500;

/** The times within a window at which an event takes place. */
export function listBlocks(event: EventTimes, window: TimeBlock, zone: string): TimeBlock[] {
  const length = readDuration(event);
  const series = readEventSeries(event, zone);
  if (series !== undefined)
    return listOccurrences(series, { from: window.from - length + 1, to: window.to }, MAX_OCCURRENCES).map((from) => ({
      from,
      to: from + length,
    }));
  const from = Date.parse(typeof event.start === 'string' ? event.start : '');
  return from < window.to && from + length > window.from ? [{ from, to: from + length }] : [];
}
