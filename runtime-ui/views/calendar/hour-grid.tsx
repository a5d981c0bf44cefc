import { useEffect, useMemo, useRef, useState, type CSSProperties, type MouseEvent } from 'react';
import { coversDay, layHours, layWeek, type CalendarEntry, type HourEntry } from '../../headless/calendar/index.ts';
import { inSentence, SkeletonBar, t, useDelayed } from '../../kit/index.ts';
import { useDropPlace } from '../../kit/drag/index.ts';
import { useCalendarWork } from './calendar-work.ts';
import { clockWords, dayNumber, longDay, weekdayWords } from './calendar-words.ts';
import type { DaysProps } from './day-weeks.tsx';
import { EntryChip } from './entry-chip.tsx';
import { EntryEnd } from './entry-end.tsx';
import { useDayFocus } from './use-day-focus.ts';
import { useNow } from './use-now.ts';

/** Height of an hour in CSS pixels. */
const HOUR = 48;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
/** Working days begin about here, where nothing begins earlier. */
const FIRST_HOUR = 7;
/** Lines over the hours, for what goes over days. */
const LONG_LINES = 4;
const LONG_LINE = 23;

const isLong = ({ first, last }: CalendarEntry): boolean => last > first;

function placeOf({ from, to, column, columns }: HourEntry): CSSProperties {
  return { top: (from / 60) * HOUR, height: ((to - from) / 60) * HOUR - 2, left: `calc(${(column / columns) * 100}% + 1px)`, width: `calc(${100 / columns}% - 3px)` };
}

/** The place on which an entry gets the hour of a day. */
function hourPlaceOf(day: string, hour: number): string {
  return `${day}@${hour}`;
}

/** The day of a place, and its hour where it has one. */
export function readPlace(place: string): { readonly day: string; readonly hour: number | undefined } {
  const [day = '', hour] = place.split('@');
  return { day, hour: hour === undefined ? undefined : Number(hour) };
}

function HourSlot({ day, hour }: { readonly day: string; readonly hour: number }) {
  const { ref, isOver } = useDropPlace(hourPlaceOf(day, hour), false);
  return <div ref={ref} className="mc-hour" style={{ top: hour * HOUR, height: HOUR }} data-over={isOver || undefined} />;
}

interface HourDayProps {
  readonly day: string;
  readonly isActive: boolean;
  readonly entries: readonly CalendarEntry[];
  readonly count: number;
  readonly isLoading: boolean;
  readonly now: number | undefined;
  readonly onActive: (day: string) => void;
}

/** A day among the hours; a press between its entries begins a new one at that half hour. */
function HourDay({ day, isActive, entries, count, isLoading, now, onActive }: HourDayProps) {
  const work = useCalendarWork();
  const { module, today, canCreate } = work;
  const laid = useMemo(() => layHours(entries), [entries]);
  const onClick = (event: MouseEvent<HTMLElement>) => {
    if (!canCreate || !(event.target instanceof Element) || event.target.closest('a, button') !== null) return;
    const top = event.currentTarget.getBoundingClientRect().top;
    work.onCreate(day, Math.min(1410, Math.max(0, Math.floor((event.clientY - top) / (HOUR / 2)) * 30)));
  };
  return (
    <div
      role="gridcell" className="mc-hour-day" data-day={day} data-today={day === today || undefined} data-new={canCreate || undefined} tabIndex={isActive ? 0 : -1} onFocus={() => onActive(day)} onClick={onClick}
      aria-label={t(day === today ? 'calendar.cellToday' : 'calendar.cell', { day: longDay(day), count: count.toLocaleString('en-US'), module: inSentence(count === 1 ? module.labelSingular : module.label) })}
    >
      {HOURS.map((hour) => <HourSlot key={hour} day={day} hour={hour} />)}
      {isLoading && <span className="mc-bones" style={{ top: 9 * HOUR }}><SkeletonBar width="70%" height={32} /></span>}
      {laid.map((one) => <div key={one.entry.id} className="mc-at-hour" style={placeOf(one)}><EntryChip entry={one.entry} day={day} isFilled className={one.to - one.from < 45 ? 'mc-short' : 'mc-tall'} tabIndex={isActive ? 0 : -1} /><EntryEnd entry={one.entry} isBelow /></div>)}
      {now !== undefined && <span className="mc-now" style={{ top: (now / 60) * HOUR }} aria-hidden />}
    </div>
  );
}

/** What goes over days, in stretches over the hours. */
function LongEntries({ days, entries, unread }: Pick<DaysProps, 'entries' | 'unread'> & { readonly days: readonly string[] }) {
  const work = useCalendarWork();
  const { segments, more } = useMemo(() => layWeek(days, entries.filter(isLong), unread, LONG_LINES), [days, entries, unread]);
  if (segments.length === 0 && more.size === 0) return null;
  const lanes = Math.max(...segments.map(({ lane }) => lane + 1), more.size > 0 ? LONG_LINES : 1);
  return (
    <div role="row" className="mc-long" style={{ height: lanes * LONG_LINE + 5 }}>
      <span role="rowheader" className="mc-gutter">{t('calendar.allDay')}</span>
      <div role="gridcell" className="mc-long-lines">
        {segments.map((segment) => (
          <div key={segment.entry.id} className="mc-line" style={{ top: segment.lane * LONG_LINE + 2, left: `calc(${(segment.column / days.length) * 100}% + 2px)`, width: `calc(${(segment.span / days.length) * 100}% - 5px)` }} data-from={segment.isFirst || undefined} data-to={segment.isLast || undefined}>
            <EntryChip entry={segment.entry} day={days[segment.column] ?? ''} isFilled tabIndex={0} />
            {segment.isLast && <EntryEnd entry={segment.entry} />}
          </div>
        ))}
        {days.map((day, column) => ((more.get(day) ?? 0) > 0 ? <button key={day} type="button" className="mc-more" style={{ top: (LONG_LINES - 1) * LONG_LINE + 2, left: `${(column / days.length) * 100}%`, width: `${100 / days.length}%` }} aria-label={t('calendar.moreOf', { count: more.get(day) ?? 0, day: longDay(day) })} onClick={() => work.onMore(day)}>{t('calendar.more', { count: (more.get(day) ?? 0).toLocaleString('en-US') })}</button> : null))}
      </div>
    </div>
  );
}

/** A week or a day with its hours, for entries that have times. */
export function HourGrid({ place, range, entries, unread, isLoading, label, onGo }: DaysProps) {
  const work = useCalendarWork();
  const box = useRef<HTMLDivElement>(null);
  const { days } = range;
  const { today } = work;
  const [chosen, setChosen] = useState(place.at);
  const active = days.includes(chosen) ? chosen : days.includes(today) ? today : place.at;
  const now = useNow();
  const showBones = useDelayed(isLoading, 150);
  const byDay = useMemo(() => new Map(days.map((day) => [day, entries.filter((entry) => !isLong(entry) && coversDay(entry, day))] as const)), [days, entries]);
  const onKeyDown = useDayFocus({ box, place, days, active, onActive: setChosen, onGo, onEnter: (day) => (work.canCreate ? work.onCreate(day) : work.onMore(day)) });
  const earliest = Math.min(FIRST_HOUR, ...entries.filter((entry) => !isLong(entry)).map((entry) => Math.floor((entry.minute ?? 0) / 60)));
  useEffect(() => { box.current?.scrollTo({ top: earliest * HOUR - 8 }); }, [earliest, range.first]);
  return (
    <div className="mc-hours" role="grid" aria-label={label} aria-busy={isLoading} onKeyDown={onKeyDown}>
      <div role="row" className="mc-hours-head">
        <span className="mc-gutter" role="presentation" />
        {days.map((day) => <div key={day} role="columnheader" className="mc-hours-day" data-today={day === today || undefined}><span>{weekdayWords(day)}</span> <button type="button" className="mc-number" tabIndex={place.span === 'day' ? -1 : 0} aria-label={t('calendar.openDay', { day: longDay(day) })} onClick={() => work.onDay(day)}>{dayNumber(day)}</button></div>)}
      </div>
      <LongEntries days={days} entries={entries} unread={unread} />
      <div ref={box} className="mc-hours-body">
        <div role="row" className="mc-hours-row" style={{ height: 24 * HOUR }}>
          <div className="mc-gutter" aria-hidden>{HOURS.slice(1).map((hour) => <span key={hour} style={{ top: hour * HOUR - 8 }}>{clockWords(hour * 60).replace(':00', '')}</span>)}</div>
          {days.map((day) => <HourDay key={day} day={day} isActive={day === active} entries={byDay.get(day) ?? []} count={entries.filter((entry) => coversDay(entry, day)).length + (unread.get(day) ?? 0)} isLoading={showBones} now={day === today ? now : undefined} onActive={setChosen} />)}
        </div>
      </div>
    </div>
  );
}
