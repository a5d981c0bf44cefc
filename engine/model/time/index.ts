export { dayText, dayTime, isTimeZone, zoneClock, type ZoneClock } from './zone.ts';
