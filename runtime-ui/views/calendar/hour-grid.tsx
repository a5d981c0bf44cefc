import { useEffect, useMemo, useRef, useState, type CSSProperties, type MouseEvent } from 'react';
import { lowercaseLabel } from '#engine/model/values';
import { coversDay, layoutHours, layoutWeek, type CalendarEntry, type HourEntry } from '../../headless/calendar/index.ts';
import { SkeletonBar, t, useDelayed } from '../../kit/index.ts';
import { useDropTarget } from '../../kit/drag/index.ts';
import { useCalendarContext } from './calendar-context.ts';
import { formatClockTime, formatDayNumber, formatLongDay, formatWeekday } from './calendar-format.ts';
import type { CalendarDaysProps } from './day-grid.tsx';
import { EntryChip } from './entry-chip.tsx';
import { EntryResizeHandle } from './entry-resize-handle.tsx';
import { useDayFocus } from './use-day-focus.ts';
import { useTimeSelection } from './use-time-selection.ts';

/** Height of an hour in CSS pixels. */
const HOUR = 48;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
/** Initial scroll position, unless an entry starts earlier. */
const FIRST_HOUR = 7;
/** Maximum number of rows above the hours, for multi-day entries. */
const ALL_DAY_ROWS = 4;
const ALL_DAY_ROW_HEIGHT = 23;

const isLong = ({ first, last }: CalendarEntry): boolean => last > first;

function placeOf({ from, to, column, columns }: HourEntry): CSSProperties {
  return {
    top: (from / 60) * HOUR,
    height: ((to - from) / 60) * HOUR - 2,
    left: `calc(${(column / columns) * 100}% + 1px)`,
    width: `calc(${100 / columns}% - 3px)`,
  };
}

/** The id of the drop target of an hour of a day. */
function hourDropTargetId(day: string, hour: number): string {
  return `${day}@${hour}`;
}

/** The day of a drop target, and its hour if it has one. */
export function readDropTarget(place: string): { readonly day: string; readonly hour: number | undefined } {
  const [day = '', hour] = place.split('@');
  return { day, hour: hour === undefined ? undefined : Number(hour) };
}

function HourSlot({ day, hour }: { readonly day: string; readonly hour: number }) {
  const { ref, isOver } = useDropTarget(hourDropTargetId(day, hour), false);
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

/** A day with hours. A click on its free area starts a new record at that half hour. */
function HourDay({ day, isActive, entries, count, isLoading, now, onActive }: HourDayProps) {
  const work = useCalendarContext();
  const { module, today, canCreate } = work;
  const laid = useMemo(() => layoutHours(entries), [entries]);
  const { selection, handlers, endsSelection } = useTimeSelection({
    canSelect: canCreate,
    hourHeight: HOUR,
    onSelect: ({ from, to }) => work.onCreate(day, from, { day, minute: to }),
  });
  const onClick = (event: MouseEvent<HTMLElement>) => {
    if (endsSelection()) return;
    if (!canCreate || !(event.target instanceof Element) || event.target.closest('a, button') !== null) return;
    const top = event.currentTarget.getBoundingClientRect().top;
    work.onCreate(day, Math.min(1410, Math.max(0, Math.floor((event.clientY - top) / (HOUR / 2)) * 30)));
  };
  return (
    <div
      role="gridcell"
      className="mc-hour-day"
      data-day={day}
      data-today={day === today || undefined}
      data-new={canCreate || undefined}
      tabIndex={isActive ? 0 : -1}
      onFocus={() => onActive(day)}
      onClick={onClick}
      {...handlers}
      aria-label={t(day === today ? 'calendar.cellToday' : 'calendar.cell', {
        day: formatLongDay(day),
        count: count.toLocaleString('en-US'),
        module: lowercaseLabel(count === 1 ? module.labelSingular : module.label),
      })}
    >
      {HOURS.map((hour) => (
        <HourSlot key={hour} day={day} hour={hour} />
      ))}
      {isLoading && (
        <span className="mc-skeleton" style={{ top: 9 * HOUR }}>
          <SkeletonBar width="70%" height={32} />
        </span>
      )}
      {laid.map((one) => (
        <div key={one.entry.id} className="mc-at-hour" style={placeOf(one)}>
          <EntryChip
            entry={one.entry}
            day={day}
            isFilled
            className={one.to - one.from < 45 ? 'mc-short' : 'mc-tall'}
            tabIndex={isActive ? 0 : -1}
          />
          <EntryResizeHandle entry={one.entry} isBelow />
        </div>
      ))}
      {selection !== undefined && (
        <span
          className="mc-selection"
          style={{ top: (selection.from / 60) * HOUR, height: ((selection.to - selection.from) / 60) * HOUR }}
          aria-hidden
        />
      )}
      {now !== undefined && <span className="mc-now" style={{ top: (now / 60) * HOUR }} aria-hidden />}
    </div>
  );
}

/** Multi-day entries, as bars above the hours. */
function LongEntries({
  days,
  entries,
  notLoadedCounts,
}: Pick<CalendarDaysProps, 'entries' | 'notLoadedCounts'> & { readonly days: readonly string[] }) {
  const work = useCalendarContext();
  const { segments, hiddenCounts } = useMemo(
    () => layoutWeek(days, entries.filter(isLong), notLoadedCounts, ALL_DAY_ROWS),
    [days, entries, notLoadedCounts],
  );
  if (segments.length === 0 && hiddenCounts.size === 0) return null;
  const rows = Math.max(...segments.map(({ row }) => row + 1), hiddenCounts.size > 0 ? ALL_DAY_ROWS : 1);
  return (
    <div role="row" className="mc-long" style={{ height: rows * ALL_DAY_ROW_HEIGHT + 5 }}>
      <span role="rowheader" className="mc-gutter">
        {t('calendar.allDay')}
      </span>
      <div role="gridcell" className="mc-long-lines">
        {segments.map((segment) => (
          <div
            key={segment.entry.id}
            className="mc-line"
            style={{
              top: segment.row * ALL_DAY_ROW_HEIGHT + 2,
              left: `calc(${(segment.column / days.length) * 100}% + 2px)`,
              width: `calc(${(segment.span / days.length) * 100}% - 5px)`,
            }}
            data-from={segment.isFirst || undefined}
            data-to={segment.isLast || undefined}
          >
            <EntryChip entry={segment.entry} day={days[segment.column] ?? ''} isFilled tabIndex={0} />
            {segment.isLast && <EntryResizeHandle entry={segment.entry} />}
          </div>
        ))}
        {days.map((day, column) =>
          (hiddenCounts.get(day) ?? 0) > 0 ? (
            <button
              key={day}
              type="button"
              className="mc-more"
              style={{
                top: (ALL_DAY_ROWS - 1) * ALL_DAY_ROW_HEIGHT + 2,
                left: `${(column / days.length) * 100}%`,
                width: `${100 / days.length}%`,
              }}
              aria-label={t('calendar.moreOf', { count: hiddenCounts.get(day) ?? 0, day: formatLongDay(day) })}
              onClick={() => work.onMore(day)}
            >
              {t('calendar.more', { count: (hiddenCounts.get(day) ?? 0).toLocaleString('en-US') })}
            </button>
          ) : null,
        )}
      </div>
    </div>
  );
}

/** A week or a day with its hours, for entries that have times. */
export function HourGrid({ position, range, entries, notLoadedCounts, isLoading, label, onGo }: CalendarDaysProps) {
  const work = useCalendarContext();
  const box = useRef<HTMLDivElement>(null);
  const { days } = range;
  const { today } = work;
  const [chosen, setChosen] = useState(position.at);
  const active = days.includes(chosen) ? chosen : days.includes(today) ? today : position.at;
  const now = useNow();
  const showSkeleton = useDelayed(isLoading, 150);
  const byDay = useMemo(
    () => new Map(days.map((day) => [day, entries.filter((entry) => !isLong(entry) && coversDay(entry, day))] as const)),
    [days, entries],
  );
  const onKeyDown = useDayFocus({
    box,
    position,
    days,
    active,
    onActive: setChosen,
    onGo,
    onEnter: (day) => (work.canCreate ? work.onCreate(day) : work.onMore(day)),
  });
  const earliest = Math.min(FIRST_HOUR, ...entries.filter((entry) => !isLong(entry)).map((entry) => Math.floor((entry.minute ?? 0) / 60)));
  useEffect(() => {
    box.current?.scrollTo({ top: earliest * HOUR - 8 });
  }, [earliest, range.first]);
  return (
    <div className="mc-hours" role="grid" aria-label={label} aria-busy={isLoading} onKeyDown={onKeyDown}>
      <div role="row" className="mc-hours-head">
        <span className="mc-gutter" role="presentation" />
        {days.map((day) => (
          <div key={day} role="columnheader" className="mc-hours-day" data-today={day === today || undefined}>
            <span>{formatWeekday(day)}</span>{' '}
            <button
              type="button"
              className="mc-number"
              tabIndex={position.span === 'day' ? -1 : 0}
              aria-label={t('calendar.openDay', { day: formatLongDay(day) })}
              onClick={() => work.onDay(day)}
            >
              {formatDayNumber(day)}
            </button>
          </div>
        ))}
      </div>
      <LongEntries days={days} entries={entries} notLoadedCounts={notLoadedCounts} />
      <div ref={box} className="mc-hours-body">
        <div role="row" className="mc-hours-row" style={{ height: 24 * HOUR }}>
          <div className="mc-gutter" aria-hidden>
            {HOURS.slice(1).map((hour) => (
              <span key={hour} style={{ top: hour * HOUR - 8 }}>
                {formatClockTime(hour * 60).replace(':00', '')}
              </span>
            ))}
          </div>
          {days.map((day) => (
            <HourDay
              key={day}
              day={day}
              isActive={day === active}
              entries={byDay.get(day) ?? []}
              count={entries.filter((entry) => coversDay(entry, day)).length + (notLoadedCounts.get(day) ?? 0)}
              isLoading={showSkeleton}
              now={day === today ? now : undefined}
              onActive={setChosen}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

const minuteNow = (): number => new Date().getHours() * 60 + new Date().getMinutes();

/** Minutes since midnight in the local time zone. */
function useNow(): number {
  const [minute, setMinute] = useState(minuteNow);
  useEffect(() => {
    const timer = setInterval(() => setMinute(minuteNow()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return minute;
}
