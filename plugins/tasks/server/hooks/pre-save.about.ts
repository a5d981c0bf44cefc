import type { PreSaveContext } from '#engine';
import { recordOfTask } from '../services/about.ts';
import { isAutomatic } from '../services/is-automatic.ts';

/** A task that the product makes carries the name and the owner of the record that it is about. */
export async function completeTask({ event, draft, unit }: PreSaveContext): Promise<void> {
  if (!isAutomatic(event)) return;
  const about = await recordOfTask(draft, unit);
  if (about === undefined) return;
  draft.parent_type ??= about.module;
  draft.record_name ??= about.record.name ?? null;
  draft.assigned_user_from_record ??= about.record.assigned_to ?? null;
}
