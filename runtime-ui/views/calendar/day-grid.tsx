import { Plus } from 'lucide-react';
import { useMemo, useRef, useState, type CSSProperties, type MouseEvent, useEffect, type RefObject } from 'react';
import {
  layoutWeek,
  type CalendarEntry,
  type CalendarPosition,
  type CalendarRange,
  type CalendarSegment,
} from '../../headless/calendar/index.ts';
import { lowercaseLabel } from '#engine/model/values';
import { Icon, SkeletonBar, t, useDelayed } from '../../kit/index.ts';
import { useDropTarget } from '../../kit/drag/index.ts';
import { useCalendarContext } from './calendar-context.ts';
import { formatDayNumber, formatLongDay, formatMonthDay, formatWeekday } from './calendar-format.ts';
import { EntryChip } from './entry-chip.tsx';
import { EntryResizeHandle } from './entry-resize-handle.tsx';
import { useDayFocus } from './use-day-focus.ts';
import { useDaySelection } from './use-day-selection.ts';

export interface CalendarDaysProps {
  readonly position: CalendarPosition;
  readonly range: CalendarRange;
  readonly entries: readonly CalendarEntry[];
  /** Number of records per day that were not loaded. */
  readonly notLoadedCounts: ReadonlyMap<string, number>;
  readonly isLoading: boolean;
  readonly label: string;
  readonly onGo: (position: CalendarPosition) => void;
}

interface DayCellProps {
  readonly day: string;
  readonly isOutside: boolean;
  readonly isActive: boolean;
  /** Selected by a drag over free days. */
  readonly isSelected: boolean;
  readonly count: number;
  readonly segments: readonly CalendarSegment[];
  readonly more: number;
  readonly lines: number;
  readonly isLoading: boolean;
  readonly onActive: (day: string) => void;
}

const placeOf = ({ row, span }: CalendarSegment): CSSProperties => ({
  top: row * ENTRY_ROW_HEIGHT,
  width: `calc(${span * 100}% + ${span - 1}px - 8px)`,
});

/** A day with the entries that start on it or continue from the previous week. A click on its free area starts a new record. */
function DayCell({ day, isOutside, isActive, isSelected, count, segments, more, lines, isLoading, onActive }: DayCellProps) {
  const work = useCalendarContext();
  const { ref, isOver } = useDropTarget(day, false);
  const { module, today, canCreate } = work;
  const tab = isActive ? 0 : -1;
  const onClick = (event: MouseEvent) => {
    if (canCreate && event.target instanceof Element && event.target.closest('a, button') === null) work.onCreate(day);
  };
  return (
    <div
      ref={ref}
      role="gridcell"
      className="mc-day"
      data-day={day}
      data-outside={isOutside || undefined}
      data-today={day === today || undefined}
      data-over={isOver || undefined}
      data-selected={isSelected || undefined}
      data-new={canCreate || undefined}
      tabIndex={tab}
      aria-label={t(day === today ? 'calendar.cellToday' : 'calendar.cell', {
        day: formatLongDay(day),
        count: count.toLocaleString('en-US'),
        module: lowercaseLabel(count === 1 ? module.labelSingular : module.label),
      })}
      onFocus={() => onActive(day)}
      onClick={onClick}
    >
      <div className="mc-day-head">
        <button
          type="button"
          className="mc-number"
          tabIndex={tab}
          aria-label={t('calendar.openDay', { day: formatLongDay(day) })}
          onClick={() => work.onDay(day)}
        >
          {day.endsWith('-01') ? formatMonthDay(day) : formatDayNumber(day)}
        </button>
        {canCreate && (
          <span className="mc-plus" aria-hidden>
            <Icon of={Plus} size={14} />
          </span>
        )}
      </div>
      <div className="mc-lines">
        {isLoading && (
          <span className="mc-skeleton">
            <SkeletonBar width="70%" />
          </span>
        )}
        {segments.map((segment) => (
          <div
            key={segment.entry.id}
            className="mc-line"
            style={placeOf(segment)}
            data-from={segment.isFirst || undefined}
            data-to={segment.isLast || undefined}
          >
            <EntryChip entry={segment.entry} day={day} isFilled={segment.entry.last > segment.entry.first} tabIndex={tab} />
            {segment.isLast && <EntryResizeHandle entry={segment.entry} />}
          </div>
        ))}
        {more > 0 && (
          <button
            type="button"
            className="mc-more"
            style={{ top: (lines - 1) * ENTRY_ROW_HEIGHT }}
            tabIndex={tab}
            aria-label={t('calendar.moreOf', { count: more, day: formatLongDay(day) })}
            onClick={() => work.onMore(day)}
          >
            {t('calendar.more', { count: more.toLocaleString('en-US') })}
          </button>
        )}
      </div>
    </div>
  );
}

interface WeekProps extends Omit<CalendarDaysProps, 'range' | 'onGo' | 'label'> {
  readonly days: readonly string[];
  readonly lines: number;
  readonly active: string;
  readonly onActive: (day: string) => void;
  readonly isSelected: (day: string) => boolean;
}

/** A row of seven days. */
function Week({ days, isSelected, position, entries, notLoadedCounts, lines, isLoading, active, onActive }: WeekProps) {
  const { segments, hiddenCounts } = useMemo(
    () => layoutWeek(days, entries, notLoadedCounts, lines),
    [days, entries, notLoadedCounts, lines],
  );
  const minHeightStyle =
    position.span === 'week' ? { minHeight: 40 + ENTRY_ROW_HEIGHT * (1 + Math.max(0, ...segments.map(({ row }) => row + 1))) } : {};
  return (
    <div role="row" className="mc-week" style={minHeightStyle}>
      {days.map((day, column) => {
        const here = segments.filter((segment) => segment.column <= column && column < segment.column + segment.span).length;
        return (
          <DayCell
            key={day}
            day={day}
            isOutside={position.span === 'month' && day.slice(0, 7) !== position.at.slice(0, 7)}
            isActive={day === active}
            isSelected={isSelected(day)}
            count={here + (hiddenCounts.get(day) ?? 0)}
            isLoading={isLoading && column % 3 === 1}
            segments={segments.filter((segment) => segment.column === column)}
            more={hiddenCounts.get(day) ?? 0}
            lines={lines}
            onActive={onActive}
          />
        );
      })}
    </div>
  );
}

/** Days in rows of weeks: a month, or one week of days without hours. */
export function DayGrid({ position, range, entries, notLoadedCounts, isLoading, label, onGo }: CalendarDaysProps) {
  const work = useCalendarContext();
  const box = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState(position.at);
  const { days } = range;
  const home = days.includes(work.today) ? work.today : position.at;
  const active = days.includes(chosen) ? chosen : home;
  const weeks = useMemo(() => Array.from({ length: days.length / 7 }, (_, at) => days.slice(at * 7, at * 7 + 7)), [days]);
  const lines = useEntryRowCount(box, weeks.length, position.span === 'week');
  const showSkeleton = useDelayed(isLoading, 150);
  const onKeyDown = useDayFocus({
    box,
    position,
    days,
    active,
    onActive: setChosen,
    onGo,
    onEnter: (day) => (work.canCreate ? work.onCreate(day) : work.onDay(day)),
  });
  const selection = useDaySelection(work.canCreate && work.fields.end !== undefined, (from, to) =>
    work.onCreate(from, undefined, { day: to, minute: LAST_MINUTE }),
  );
  return (
    <div className="mc-weeks" role="grid" aria-label={label} aria-busy={isLoading} onKeyDown={onKeyDown}>
      <div role="row" className="mc-weekdays">
        {weeks[0]?.map((day) => (
          <span key={day} role="columnheader">
            {formatWeekday(day)}
          </span>
        ))}
      </div>
      <div ref={box} role="rowgroup" className="mc-weeks-body" data-span={position.span} {...selection.handlers}>
        {weeks.map((week) => (
          <Week
            key={week[0]}
            days={week}
            position={position}
            entries={entries}
            notLoadedCounts={notLoadedCounts}
            lines={lines}
            isLoading={showSkeleton}
            active={active}
            onActive={setChosen}
            isSelected={selection.isSelected}
          />
        ))}
      </div>
    </div>
  );
}

/** The end of the last selected day: five in the afternoon. */
const LAST_MINUTE = 17 * 60;
/** Height of an entry including its gap, in CSS pixels. */
const ENTRY_ROW_HEIGHT = 23;
/** Height of the day number above the entries and the padding below them, in CSS pixels. */
const DAY_HEAD_HEIGHT = 36;
/** A single week grows in height instead of hiding entries. */
const WEEK_ENTRY_ROWS = 60;

/** Number of entries that fit in a day, from the height of the weeks. */
function useEntryRowCount(box: RefObject<HTMLElement | null>, weeks: number, isAlone: boolean): number {
  const [height, setHeight] = useState(0);
  useEffect(() => {
    const element = box.current;
    if (element === null || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => setHeight(element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  if (isAlone) return WEEK_ENTRY_ROWS;
  return Math.max(2, Math.floor((Math.max(height / weeks, 96) - DAY_HEAD_HEIGHT) / ENTRY_ROW_HEIGHT));
}
