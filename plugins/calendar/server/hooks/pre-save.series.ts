import type { PreSaveContext } from '#engine';
import { formatExcluded, formatRule, isOccurrence, readTimeZone, splitRule, toText, type RecurringSeries } from '#engine/model';
import { moveRule, readEventSeries } from '../../shared/series.ts';

type Context = PreSaveContext<'calendarEvents'>;

/** An event that repeats has a beginning, and a zone in which it keeps its time of day. */
function prepareRule(context: Context): void {
  const { draft } = context;
  if (toText(draft.recurrence) === '') return;
  if (toText(draft.start) === '')
    context.refuse('calendar_start_missing', { details: [{ field: 'start', code: 'required', message: 'Enter the start.' }] });
  if (toText(draft.time_zone) === '') draft.time_zone = readTimeZone(context.setting('time_zone'));
}

/** Weekdays and exclusions move with the beginning of a series, unless the rule is changed too. */
function moveSeries(context: Context, series: RecurringSeries, from: number): void {
  const { draft } = context;
  const to = Date.parse(toText(draft.start));
  if (Number.isNaN(to) || to === from) return;
  const moved = moveRule(series.rule, series.zone, from, to);
  if (moved === undefined) return context.refuse('calendar_rule_fixed');
  draft.recurrence = formatRule(moved);
  const { excluded = new Set() } = series;
  if (excluded.size > 0) draft.excluded_times = formatExcluded([...excluded].map((one) => one + to - from));
}

/** Whether the user may change the series: one occurrence of it is a part of it. */
function mayEdit({ rights, event }: Context, series: Parameters<Context['rights']['owns']>[0]): boolean {
  const { edit } = rights.module(event.module.name);
  return rights.unrestricted || edit === 'All' || (edit !== 'None' && rights.owns(series));
}

/** An event that replaces an occurrence, or all from there on: the occurrence exists, and the user may change its series. */
async function separate(context: Context): Promise<void> {
  const { draft, actor, records, unit, event } = context;
  const id = toText(draft.series);
  // Who does not see the series does not learn that there is one.
  const seen = (await records.find(actor, { module: event.module.name, filter: { _id: id }, fields: ['start'], limit: 1 })).total > 0;
  const stored = seen ? await unit.get('calendarEvents', id) : undefined;
  const series = stored === undefined ? undefined : readEventSeries(stored, readTimeZone(context.setting('time_zone')));
  const original = Date.parse(toText(draft.original_start));
  if (stored === undefined || series === undefined || Number.isNaN(original)) return context.refuse('calendar_series_missing');
  if (!mayEdit(context, stored)) context.refuse('action_not_allowed', { message: 'You may not edit this event.' });
  if (!isOccurrence(series, original)) context.refuse('calendar_not_an_occurrence');
  if (toText(draft.recurrence) === '') return;
  const rest = { ...series, rule: splitRule(series, original).after };
  const later = [...(series.excluded ?? [])].filter((one) => one > original);
  if (draft.recurrence === stored.recurrence) draft.recurrence = formatRule(rest.rule);
  if (later.length > 0 && toText(draft.excluded_times) === '') draft.excluded_times = formatExcluded(later);
  if (draft.recurrence === formatRule(rest.rule)) moveSeries(context, { ...rest, excluded: new Set(later) }, original);
}

/** A new event is assigned to whose it is, so that a role which lets people edit their own events covers it. */
function assignOwner({ draft, event, rights }: Context): void {
  const owner = toText(draft.user) || (event.actor.userId ?? '');
  const isFree = toText(draft.assigned_to) === '' && toText(draft.related_pto_request_id) === '';
  if (isFree && owner !== '' && !event.isBulkLoad && rights.field(event.module.name, 'assigned_to').write !== 'none')
    draft.assigned_to = owner;
}

/** Keeps the rule of an event, its exclusions and its series consistent. */
export async function prepareSeries(context: Context): Promise<void> {
  const { event, draft } = context;
  if (!event.isEdit()) return;
  prepareRule(context);
  if (event.kind === 'create') {
    assignOwner(context);
    if (toText(draft.series) !== '' && !event.isBulkLoad) await separate(context);
    return;
  }
  const { before } = event;
  const changed = event.changed();
  const series = before === undefined ? undefined : readEventSeries(before, readTimeZone(context.setting('time_zone')));
  if (series !== undefined && changed.has('start') && !changed.has('recurrence') && toText(draft.recurrence) !== '')
    moveSeries(context, series, series.start);
}
