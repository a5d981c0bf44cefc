import type { PreSaveContext } from '#engine';
import { findRelatedRecord } from '../services/related-record.ts';
import { isAutomatic } from '../services/is-automatic.ts';

/** Copies the name and the owner of the related record to a task that the system creates. */
export async function fillTaskFromRecord({ event, draft, unit }: PreSaveContext): Promise<void> {
  if (!isAutomatic(event)) return;
  const about = await findRelatedRecord(draft, unit);
  if (about === undefined) return;
  draft.parent_type ??= about.module;
  draft.record_name ??= about.record.name ?? null;
  draft.assigned_user_from_record ??= about.record.assigned_to ?? null;
}
