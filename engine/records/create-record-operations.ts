import type { CollectionSchema } from '#engine/model';
import { explainRecordAccess } from './access/explain-access.ts';
import { FILE_LINKS_COLLECTION, FILES_COLLECTION } from './attachments/file-entries.ts';
import { deleteRecordsForever } from './bulk/delete-forever.ts';
import { createRecords, markRecordsDeleted, restoreRecords, updateRecords } from './bulk/save-many.ts';
import type { RecordOperations } from './contract.ts';
import { ENCRYPTED_FIELDS_COLLECTION } from './encryption/encrypt-plaintext-values.ts';
import { addAudit } from './history/add-audit.ts';
import { AUDIT_COLLECTION } from './history/audit-entry.ts';
import { CHANGES_COLLECTION } from './history/change-entry.ts';
import { readAudit } from './history/read-audit.ts';
import { mergeRecords } from './merge/merge-records.ts';
import { findRecordIds, findRecords, streamRecords } from './read/find-records.ts';
import { getRecord } from './read/get-record.ts';
import { groupRecords, readNextNumber } from './read/group-records.ts';
import { listRelated } from './read/list-related.ts';
import { addRecent, FAVORITES_COLLECTION, listFavorites, listRecents, RECENTS_COLLECTION, setFavorite } from './read/personal-lists.ts';
import { listDependents } from './read/references.ts';
import type { RecordOptions, RecordServices } from './record-services.ts';
import { IDEMPOTENCY_COLLECTION } from './save/idempotency-records.ts';
import { runIdempotent } from './save/idempotency.ts';
import { createRecord, updateRecord } from './save/save-one.ts';
import { readUndoProgress, UNDOS_COLLECTION } from './undo/claim-undo.ts';
import { undoBatch } from './undo/undo-batch.ts';
import { arrangeViews, countViews, getView, listViews, setDefaultView } from './views/list-views.ts';
import { createView, duplicateView, removeView, updateView } from './views/manage-views.ts';
import type { SavedViewOperations } from './views/saved-view-operations.ts';
import { VIEW_CHOICES_COLLECTION, VIEWS_COLLECTION } from './views/stored-view.ts';

/** Creates the record operations. The collections of {@link RECORD_COLLECTIONS} must have been applied to the store. */
export function createRecordOperations(options: RecordOptions): RecordOperations {
  const services: RecordServices = { ...options, operations: () => operations };
  const operations: RecordOperations = {
    get: (actor, input) => getRecord(services, actor, input),
    find: (actor, input) => findRecords(services, actor, input),
    findIds: (actor, input) => findRecordIds(services, actor, input),
    stream: (actor, input) => streamRecords(services, actor, input),
    group: (actor, input) => groupRecords(services, actor, input),
    related: (actor, input) => listRelated(services, actor, input),
    nextNumber: (actor, input) => readNextNumber(services, actor, input),
    create: (actor, input) => createRecord(services, actor, input),
    update: (actor, input) => updateRecord(services, actor, input),
    updateMany: (actor, input) => updateRecords(services, actor, input),
    createMany: (actor, input) => createRecords(services, actor, input),
    markDeleted: (actor, input) => markRecordsDeleted(services, actor, input),
    restore: (actor, input) => restoreRecords(services, actor, input),
    deleteForever: (actor, input) => deleteRecordsForever(services, actor, input),
    dependents: (actor, input) => listDependents(services, actor, input),
    merge: (actor, input) => mergeRecords(services, actor, input),
    setFavorite: (actor, input) => setFavorite(services, actor, input),
    favorites: (actor, input) => listFavorites(services, actor, input),
    addRecent: (actor, input) => addRecent(services, actor, input),
    recents: (actor) => listRecents(services, actor),
    views: createViewOperations(services),
    undoBatch: (actor, input) => undoBatch(services, actor, input),
    undoProgress: (actor, input) => readUndoProgress(services, actor, input),
    addAudit: (actor, input) => addAudit(services, actor, input),
    runIdempotent: (actor, key, run) => runIdempotent(services, actor, key, run),
    audit: (actor, input) => readAudit(services, actor, input),
    explain: (actor, input) => explainRecordAccess(services, actor, input),
  };
  return operations;
}

function createViewOperations(services: RecordServices): SavedViewOperations {
  return {
    list: (actor, input) => listViews(services, actor, input),
    get: (actor, input) => getView(services, actor, input),
    create: (actor, input) => createView(services, actor, input),
    update: (actor, input) => updateView(services, actor, input),
    duplicate: (actor, input) => duplicateView(services, actor, input),
    remove: (actor, input) => removeView(services, actor, input),
    arrange: (actor, input) => arrangeViews(services, actor, input),
    setDefault: (actor, input) => setDefaultView(services, actor, input),
    count: (actor, input) => countViews(services, actor, input),
  };
}

/** All collections of this package besides the records themselves; to be applied to the store at startup. */
export const RECORD_COLLECTIONS: readonly CollectionSchema[] = [
  AUDIT_COLLECTION,
  CHANGES_COLLECTION,
  IDEMPOTENCY_COLLECTION,
  FAVORITES_COLLECTION,
  RECENTS_COLLECTION,
  UNDOS_COLLECTION,
  ENCRYPTED_FIELDS_COLLECTION,
  VIEWS_COLLECTION,
  VIEW_CHOICES_COLLECTION,
  FILES_COLLECTION,
  FILE_LINKS_COLLECTION,
];
