export { createBackOff, runWithBackOff, type BackOff } from './back-off.ts';
export {
  getSaveDay,
  today,
  wallClock,
  readTimeZone,
  canonicalTimeZone,
  timestampToDay,
  dayToTimestamp,
  isTimeZone,
  zoneClock,
  type ZoneClock,
} from './zone.ts';
