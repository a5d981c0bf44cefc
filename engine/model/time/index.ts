export { addDays, dayText, dayTime, isDay, isTimeZone, zoneClock, type ZoneClock } from './zone.ts';
