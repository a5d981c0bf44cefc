// A door of its own: lists that are no calendar do without its arithmetic.
export { addDays, CALENDAR_SPANS, daysBetween, rangeOfPlace, readCalendarPlace, stepPlace, weekdayOf, writeCalendarPlace, type CalendarPlace, type CalendarRange, type CalendarSpan } from './calendar-days.ts';
export { coversDay, entriesOf, layWeek, type CalendarEntry, type CalendarSegment, type CalendarWeek } from './calendar-entries.ts';
export { dayOfValue, endedOn, endFieldOf, hasTimes, instantOf, movedBy, movedTo, prefillOf, readerZone, withoutDay, type CalendarFields } from './calendar-fields.ts';
export { layHours, type HourEntry } from './calendar-hours.ts';
export { canBeginOn, canEndElsewhere, moveBlockOf, type MoveBlock } from './calendar-rights.ts';
export { calendarTerms, termsOfDay, type CalendarAnswer, type CalendarAsk } from './calendar-read.ts';
export { useCalendar, useNearestDay, useUndated, type MovedRecords } from './use-calendar.ts';
