import type { PreSaveContext } from '#engine';
import type { JsonValue, RecordDocument, RecordDraft } from '#engine/model';

/** The module and the record that a task relates to; undefined if there is none. */
export async function findRelatedRecord(
  { related_record: about }: RecordDraft,
  unit: PreSaveContext['unit'],
): Promise<{ readonly module: string; readonly record: RecordDocument } | undefined> {
  const { module, id } = (about ?? {}) as { readonly module?: JsonValue; readonly id?: JsonValue };
  if (typeof module !== 'string' || typeof id !== 'string') return undefined;
  const record = await unit.get(module, id);
  return record && { module, record };
}
