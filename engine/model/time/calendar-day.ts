import { readTimeZone } from './time-zone-setting.ts';
import { zoneClock, type ZoneClock } from './zone.ts';

/** Reads a setting of the product by its key. */
interface Settings {
  setting(key: string): unknown;
}

/** The wall clock of the product's time zone. */
export function wallClock(context: Settings): ZoneClock {
  return zoneClock(readTimeZone(context.setting('time_zone')));
}

/** The calendar day that it is where the product counts days: `YYYY-MM-DD`. */
export function today(context: Settings & { readonly clock: { now(): number } }): string {
  return wallClock(context).dayOf(context.clock.now());
}

/** The day of a save where the product counts days: however late something follows from it, its days are those of the save. */
export function getSaveDay(context: Settings & { readonly event: { readonly at: string } }): string {
  return wallClock(context).dayOf(Date.parse(context.event.at));
}
