export { createBackOff, tryWhenDue, type BackOff } from './back-off.ts';
export { savedOn, today, wallClock } from './calendar-day.ts';
export { readTimeZone } from './time-zone-setting.ts';
export { canonicalTimeZone, dayText, dayTime, isTimeZone, zoneClock, type ZoneClock } from './zone.ts';
