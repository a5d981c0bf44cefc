import type { InTransactionContext } from '#engine';
import { formatExcluded, formatRule, readTimeZone, splitRule, toText } from '#engine/model';
import { readEventSeries } from '../../shared/series.ts';

type Context = InTransactionContext<'calendarEvents'>;

const MODULE = 'calendarEvents';

/** The series ends before the event that continues it. What was separated from its later part belongs to the new one. */
async function endSeries(context: Context, id: string, original: number): Promise<void> {
  const { unit, record } = context;
  const stored = await unit.get(MODULE, id);
  const series = stored === undefined ? undefined : readEventSeries(stored, readTimeZone(context.setting('time_zone')));
  if (series === undefined) return;
  const later = await unit.find(MODULE, { series: id, original_start: { range: { gt: new Date(original).toISOString() } } });
  for (const { _id } of later) if (_id !== record._id) await context.update(MODULE, _id, { series: record._id });
  if (original <= series.start) await context.markDeleted(MODULE, id);
  else await context.update(MODULE, id, { recurrence: formatRule(splitRule(series, original).before) });
}

async function excludeOccurrence(context: Context, id: string, original: number): Promise<void> {
  const { unit } = context;
  const stored = await unit.get(MODULE, id);
  const series = stored === undefined ? undefined : readEventSeries(stored, readTimeZone(context.setting('time_zone')));
  if (series !== undefined) await context.update(MODULE, id, { excluded_times: formatExcluded([...(series.excluded ?? []), original]) });
}

/**
 * An event that is separated from a series is saved together with what changes in the series: an excluded occurrence, or an earlier end. A
 * series is deleted with the events that were separated from it.
 */
export async function keepSeries(context: Context): Promise<void> {
  const { event, record, unit } = context;
  if (event.kind === 'delete' && toText(record.recurrence) !== '') {
    for (const { _id } of await unit.find(MODULE, { series: event.id })) await context.markDeleted(MODULE, _id);
    return;
  }
  const id = toText(record.series);
  if (event.kind !== 'create' || id === '' || event.isBulkLoad || !event.isEdit()) return;
  const original = Date.parse(toText(record.original_start));
  if (toText(record.recurrence) === '') await excludeOccurrence(context, id, original);
  else await endSeries(context, id, original);
}
