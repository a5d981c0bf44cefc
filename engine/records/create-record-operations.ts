import type { RecordOperations } from './contract.ts';
import type { RecordKernel, RecordOptions } from './kernel.ts';
import type { SavedViewOperations } from './saved-views.ts';
import { addAudit } from './operations/add-audit.ts';
import { answerOnce } from './operations/answer-once.ts';
import { createRecord, createRecords } from './operations/create-record.ts';
import { deleteRecordsForever } from './operations/delete-forever.ts';
import { markRecordsDeleted, restoreRecords } from './operations/delete-records.ts';
import { explainRecordAccess } from './operations/explain-access.ts';
import { findRecordIds, findRecords, streamRecords } from './operations/find-records.ts';
import { getRecord } from './operations/get-record.ts';
import { groupRecords } from './operations/group-records.ts';
import { listFavorites, setFavorite } from './operations/keep-favorites.ts';
import { listRecents, noteSeen } from './operations/keep-recents.ts';
import { listDependents } from './operations/list-dependents.ts';
import { listRelated } from './operations/list-related.ts';
import { createView, duplicateView, removeView, updateView } from './operations/keep-views.ts';
import { arrangeViews, countViews, getView, listViews, setDefaultView } from './operations/list-views.ts';
import { mergeRecords } from './operations/merge-records.ts';
import { readAudit } from './operations/read-audit.ts';
import { undoBatch } from './operations/undo-batch.ts';
import { readNextNumber } from './operations/read-next-number.ts';
import { readUndoProgress } from './operations/read-undo-progress.ts';
import { updateRecord, updateRecords } from './operations/update-record.ts';

/** Makes the record operations. The collections of {@link RECORD_COLLECTIONS} must have been applied to the store. */
export function createRecordOperations(options: RecordOptions): RecordOperations {
  const kernel: RecordKernel = { ...options, operations: () => operations };
  const operations: RecordOperations = {
    get: (actor, input) => getRecord(kernel, actor, input),
    find: (actor, input) => findRecords(kernel, actor, input),
    findIds: (actor, input) => findRecordIds(kernel, actor, input),
    stream: (actor, input) => streamRecords(kernel, actor, input),
    group: (actor, input) => groupRecords(kernel, actor, input),
    related: (actor, input) => listRelated(kernel, actor, input),
    nextNumber: (actor, input) => readNextNumber(kernel, actor, input),
    create: (actor, input) => createRecord(kernel, actor, input),
    update: (actor, input) => updateRecord(kernel, actor, input),
    updateMany: (actor, input) => updateRecords(kernel, actor, input),
    createMany: (actor, input) => createRecords(kernel, actor, input),
    markDeleted: (actor, input) => markRecordsDeleted(kernel, actor, input),
    restore: (actor, input) => restoreRecords(kernel, actor, input),
    deleteForever: (actor, input) => deleteRecordsForever(kernel, actor, input),
    dependents: (actor, input) => listDependents(kernel, actor, input),
    merge: (actor, input) => mergeRecords(kernel, actor, input),
    setFavorite: (actor, input) => setFavorite(kernel, actor, input),
    favorites: (actor, input) => listFavorites(kernel, actor, input),
    noteSeen: (actor, input) => noteSeen(kernel, actor, input),
    recentlySeen: (actor) => listRecents(kernel, actor),
    views: createViewOperations(kernel),
    undoBatch: (actor, input) => undoBatch(kernel, actor, input),
    undoProgress: (actor, input) => readUndoProgress(kernel, actor, input),
    addAudit: (actor, input) => addAudit(kernel, actor, input),
    answerOnce: (actor, key, run) => answerOnce(kernel, actor, key, run),
    audit: (actor, input) => readAudit(kernel, actor, input),
    explain: (actor, input) => explainRecordAccess(kernel, actor, input),
  };
  return operations;
}

function createViewOperations(kernel: RecordKernel): SavedViewOperations {
  return {
    list: (actor, input) => listViews(kernel, actor, input),
    get: (actor, input) => getView(kernel, actor, input),
    create: (actor, input) => createView(kernel, actor, input),
    update: (actor, input) => updateView(kernel, actor, input),
    duplicate: (actor, input) => duplicateView(kernel, actor, input),
    remove: (actor, input) => removeView(kernel, actor, input),
    arrange: (actor, input) => arrangeViews(kernel, actor, input),
    setDefault: (actor, input) => setDefaultView(kernel, actor, input),
    count: (actor, input) => countViews(kernel, actor, input),
  };
}
