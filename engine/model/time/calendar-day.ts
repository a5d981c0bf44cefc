import { readTimeZone } from './time-zone-setting.ts';
import { zoneClock, type ZoneClock } from './zone.ts';

/** Reads a setting by its key. */
interface Settings {
  setting(key: string): unknown;
}

/** The wall clock of the application's time zone. */
export function wallClock(context: Settings): ZoneClock {
  return zoneClock(readTimeZone(context.setting('time_zone')));
}

/** The current calendar day in the application's time zone: `YYYY-MM-DD`. */
export function today(context: Settings & { readonly clock: { now(): number } }): string {
  return wallClock(context).dayOf(context.clock.now());
}

/** The day of a save in the application's time zone: code that runs later because of the save still uses the day of the save. */
export function getSaveDay(context: Settings & { readonly event: { readonly at: string } }): string {
  return wallClock(context).dayOf(Date.parse(context.event.at));
}
