import type { PreSaveContext } from '#engine';
import { isComplete } from '../../shared/conditions.ts';
import { objectsIn } from '../../shared/entries.ts';

/** The conditions of a bucket are complete: one that lacks a part would be left out, and the bucket would count too many records. */
export function checkConditions(context: PreSaveContext): void {
  const { event, draft } = context;
  if (event.isBulkLoad || !event.isEdit() || (event.kind !== 'create' && !event.changed().has('filters'))) return;
  const at = objectsIn(draft, 'filters').findIndex((condition) => !isComplete(condition));
  if (at < 0) return;
  const code = 'bucket_condition_incomplete';
  const message = `Condition ${at + 1} is incomplete. Choose a field, a comparison and a value, or remove it.`;
  context.refuse(code, { message, details: [{ field: 'filters', code, message }] });
}
