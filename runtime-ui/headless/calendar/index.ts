// A separate entry point: other lists do not load this code.
export {
  addDays,
  CALENDAR_SPANS,
  daysBetween,
  visibleRange,
  parseCalendarPosition,
  stepPosition,
  weekdayOf,
  serializeCalendarPosition,
  type CalendarPosition,
  type CalendarRange,
  type CalendarSpan,
} from './calendar-days.ts';
export {
  coversDay,
  toCalendarEntries,
  layoutWeek,
  type CalendarEntry,
  type CalendarSegment,
  type CalendarWeek,
} from './calendar-entries.ts';
export {
  dayOfValue,
  buildEndDayChanges,
  findEndField,
  hasTimes,
  toInstant,
  buildMoveToValueChanges,
  buildMoveToDayChanges,
  buildDayPrefill,
  deviceTimeZone,
  withoutDayFilter,
  type CalendarFields,
  type DayMinute,
} from './calendar-fields.ts';
export { layoutHours, placeSideBySide, type HourEntry } from './calendar-hours.ts';
export { canCreateOnDay, canChangeEnd, findMoveBlock, type MoveBlock } from './calendar-rights.ts';
export { isFirstOccurrence, occurrenceOf } from './calendar-series.ts';
export { buildSeparateRecord, deleteOccurrences, moveOccurrence, type SeriesScope } from './series-changes.ts';
export { calendarTerms, dayFilter, type CalendarResult, type CalendarQuery } from './calendar-read.ts';
export { useCalendar, useNearestDay, useUndated, type PendingMoves } from './use-calendar.ts';
