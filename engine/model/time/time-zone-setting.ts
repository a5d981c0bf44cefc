const DEFAULT_TIME_ZONE = 'America/New_York';

/** The IANA zone in which days, weeks and months are counted, from what the setting `time_zone` holds. */
export function readTimeZone(setting: unknown): string {
  return typeof setting === 'string' && setting !== '' ? setting : DEFAULT_TIME_ZONE;
}
