const DEFAULT_TIME_ZONE = 'America/New_York';

/** The IANA time zone for days, weeks and months, from the value of the setting `time_zone`. */
export function readTimeZone(setting: unknown): string {
  return typeof setting === 'string' && setting !== '' ? setting : DEFAULT_TIME_ZONE;
}
