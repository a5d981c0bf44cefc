import type { DefinitionSnapshot } from '../registry/index.ts';

const DEFAULT_TIME_ZONE = 'America/New_York';

/** The IANA zone in which the product counts days, weeks and months: the setting `time_zone`. */
export function timeZoneOf(snapshot: DefinitionSnapshot): string {
  const value = snapshot.settings.get('time_zone')?.setting;
  return typeof value === 'string' && value !== '' ? value : DEFAULT_TIME_ZONE;
}
