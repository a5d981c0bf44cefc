import type { DefinitionSnapshot } from '../registry/index.ts';
import { readTimeZone } from '#engine/model';

/** The IANA time zone of days, weeks and months: the setting `time_zone`. */
export function timeZoneOf(snapshot: DefinitionSnapshot): string {
  return readTimeZone(snapshot.settings.get('time_zone')?.setting);
}
