import type { ModuleView } from '#engine/model';
import { recordName, type RecordValues } from '#ui';

/** The name of a lead, also of one that was only typed: its parts, for the whole is made when it is saved. */
export function leadName(module: ModuleView, lead: RecordValues): string {
  const parts = [lead.first_name, lead.last_name].filter((part): part is string => typeof part === 'string' && part !== '');
  return parts.length > 0 ? parts.join(' ') : recordName(module, lead);
}
