import type { RecordDocument, RecordDraft } from '#engine/model/values';

/**
 * The version of a record after its last edit, in a document whose calculated values changed since, because other records were saved.
 * Someone who read that version, or a later one, has seen every edit: their save and an undo conflict with none of these changes.
 */
const EDITED_VERSION = '_edited';

/** Whether nobody has edited a record since this version; calculated values may have changed. */
export function isUneditedSince(document: RecordDocument, version: number): boolean {
  if (document._version === version) return true;
  const edited = document[EDITED_VERSION];
  return typeof edited === 'number' && version >= edited && version < document._version;
}

/** Notes in a document whether this save edits the record. */
export function markCalculated(
  document: RecordDraft,
  { before, isCalculation, isWritten }: { readonly before: RecordDocument; readonly isCalculation: boolean; readonly isWritten: boolean },
): void {
  if (!isCalculation) {
    if (document[EDITED_VERSION] !== undefined) delete document[EDITED_VERSION];
    return;
  }
  // A record that the same unit edits has one version for both.
  if (document[EDITED_VERSION] === undefined && !isWritten) document[EDITED_VERSION] = before._version;
}
