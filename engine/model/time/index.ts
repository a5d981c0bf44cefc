export { createBackOff, runWithBackOff, type BackOff } from './back-off.ts';
export { getSaveDay, today, wallClock } from './calendar-day.ts';
export { readTimeZone } from './time-zone-setting.ts';
export { canonicalTimeZone, timestampToDay, dayToTimestamp, isTimeZone, zoneClock, type ZoneClock } from './zone.ts';
