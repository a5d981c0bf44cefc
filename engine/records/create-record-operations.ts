import type { RecordOperations } from './contract.ts';
import type { RecordServices, RecordOptions } from './record-services.ts';
import type { SavedViewOperations } from './views/saved-view-operations.ts';
import { addAudit } from './history/add-audit.ts';
import { runIdempotent } from './save/run-idempotent.ts';
import { createRecord, createRecords } from './save/create-record.ts';
import { deleteRecordsForever } from './bulk/delete-forever.ts';
import { markRecordsDeleted, restoreRecords } from './bulk/delete-records.ts';
import { explainRecordAccess } from './access/explain-access.ts';
import { findRecordIds, findRecords, streamRecords } from './read/find-records.ts';
import { getRecord } from './read/get-record.ts';
import { groupRecords } from './read/group-records.ts';
import { listFavorites, setFavorite } from './read/favorites.ts';
import { listRecents, addRecent } from './read/recents.ts';
import { listDependents } from './read/list-dependents.ts';
import { listRelated } from './read/list-related.ts';
import { createView, duplicateView, removeView, updateView } from './views/manage-views.ts';
import { arrangeViews, countViews, getView, listViews, setDefaultView } from './views/list-views.ts';
import { mergeRecords } from './merge/merge-records.ts';
import { readAudit } from './history/read-audit.ts';
import { undoBatch } from './undo/undo-batch.ts';
import { readNextNumber } from './read/read-next-number.ts';
import { readUndoProgress } from './undo/read-undo-progress.ts';
import { updateRecord, updateRecords } from './save/update-record.ts';

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
