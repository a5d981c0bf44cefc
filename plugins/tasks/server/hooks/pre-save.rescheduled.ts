import type { PreSaveContext } from '#engine';
import { today } from '#engine/model';

/** A task that was past due is open again when its due date moves to today or later, or is removed. */
export function reopenRescheduledTask(context: PreSaveContext<'tasks'>): void {
  const { event, draft } = context;
  if (event.kind !== 'update' || !event.isEdit() || draft.status !== 'Past Due') return;
  const changed = event.changed();
  if (!changed.has('due_date') || changed.has('status')) return;
  const due = draft.due_date ?? null;
  if (due === null || due >= today(context)) draft.status = 'Open';
}
