import { SYSTEM_ACTOR, type Actor } from '../access/index.ts';
import type { TraceResult } from '#engine/model/wire';
import type { CollectionSchema } from '#engine/model/compiled';
import { explainPluginPermission, explainRecordAccess } from './access/explain-access.ts';
import { FILE_LINKS_COLLECTION, FILES_COLLECTION } from './attachments/file-entries.ts';
import { listBatches } from './batches/list-batches.ts';
import { BATCHES_COLLECTION } from './batches/stored-batch.ts';
import { deleteRecordsForever } from './bulk/delete-forever.ts';
import { CALCULATED_FIELDS_COLLECTION } from './calculations/update-calculated-fields.ts';
import { CALCULATIONS_COLLECTION } from './calculations/calculation-requests.ts';
import { createDryRunStore } from './bulk/dry-run-store.ts';
import { createReplayStore, replayOn } from './tracing/replay-save.ts';
import type { SaveToReplay } from './tracing/trace-contract.ts';
import { saveRows } from './bulk/save-rows.ts';
import { createRecords, markRecordsDeleted, restoreRecords, updateRecords } from './bulk/save-many.ts';
import type { RecordOperations, SaveManyInput } from './contract.ts';
import type { SaveManyResult } from './bulk/bulk-contract.ts';
import { ENCRYPTED_FIELDS_COLLECTION } from './encryption/encrypt-plaintext-values.ts';
import { addAudit } from './history/add-audit.ts';
import { AUDIT_COLLECTION } from './history/audit-entry.ts';
import { CHANGES_COLLECTION } from './history/change-entry.ts';
import { readAudit, streamAudit } from './history/read-audit.ts';
import { LINK_COLUMNS_COLLECTION } from './links/fill-link-keys.ts';
import { mergeRecords } from './merge/merge-records.ts';
import { auditFiguresExport, openExport } from './read/export-records.ts';
import { streamEmailUses } from './read/email-uses.ts';
import { findRecordIds, findRecords, streamRecords } from './read/find-records.ts';
import { getRecord } from './read/get-record.ts';
import { groupRecords, readNextNumber } from './read/group-records.ts';
import { readNames } from './read/populate.ts';
import { listRelated } from './read/list-related.ts';
import {
  addRecent,
  FAVORITE_ORDERS_COLLECTION,
  FAVORITES_COLLECTION,
  listFavorites,
  listRecents,
  orderFavorites,
  RECENTS_COLLECTION,
  setFavorite,
} from './read/personal-lists.ts';
import { quickSearch } from './read/quick-search.ts';
import { listDependents } from './read/references.ts';
import type { ReadServices, RecordOptions, RecordServices } from './record-services.ts';
import { IDEMPOTENCY_COLLECTION } from './save/idempotency-records.ts';
import { runIdempotent } from './save/run-idempotent.ts';
import { createRecord, updateRecord } from './save/save-record.ts';
import { REMOVED_VALUES_COLLECTION } from './stored-fields/value-tasks.ts';
import { STORED_FIELDS_COLLECTION } from './stored-fields/update-stored-fields.ts';
import { readUndoProgress, UNDOS_COLLECTION } from './undo/claim-undo.ts';
import { undoBatch } from './undo/undo-batch.ts';
import { arrangeViews, countViews, getView, listViews, setDefaultView } from './views/list-views.ts';
import { createView, duplicateView, removeView, updateView } from './views/manage-views.ts';
import type { SavedViewOperations } from './views/saved-view-operations.ts';
import { VIEW_CHOICES_COLLECTION, VIEWS_COLLECTION } from './views/stored-view.ts';

/** Creates the record operations. The collections of {@link RECORD_COLLECTIONS} must have been applied to the store. */
export function createRecordOperations(options: RecordOptions): RecordOperations {
  return new Operations(options);
}

/** The same operations on a store that writes nothing: each save runs all its rules, and is dropped. */
export function createDryRecordOperations(options: RecordOptions): RecordOperations {
  const store = createDryRunStore(options.store, async () => (await options.access.scope(SYSTEM_ACTOR)).snapshot);
  return new Operations({ ...options, store, saves: undefined });
}

/**
 * Runs a traced save again with the hooks, workflows and rights of now, on the record as it was before. Nothing is written: what follows
 * from a committed save, such as post-save hooks and messages, does not run. Other records are read as they are today.
 */
export async function replaySave(options: RecordOptions, save: SaveToReplay): Promise<TraceResult> {
  const store = createReplayStore(options, save);
  const dry = { ...options, store, saves: undefined, tracer: undefined };
  const services: RecordServices = { ...dry, records: new Operations(dry), operationsOn: createRecordOperations };
  return replayOn(services, save);
}

/** Reads records without hooks, for packages that exist before the hooks do. */
export function createRecordReader(services: ReadServices): Pick<RecordOperations, 'find'> {
  return { find: (actor, input) => findRecords(services, actor, input) };
}

/** The operations are one object, because the hooks of a save get all of them. Its members need no `this` of the caller. */
class Operations implements RecordOperations {
  readonly #services: RecordServices;
  readonly views: SavedViewOperations;

  constructor(options: RecordOptions) {
    this.#services = { ...options, records: this, operationsOn: createRecordOperations };
    this.views = createViewOperations(this.#services);
  }

  readonly get: RecordOperations['get'] = (actor, input) => getRecord(this.#services, actor, input);
  readonly find: RecordOperations['find'] = (actor, input) => findRecords(this.#services, actor, input);
  readonly findIds: RecordOperations['findIds'] = (actor, input) => findRecordIds(this.#services, actor, input);
  readonly stream: RecordOperations['stream'] = (actor, input) => streamRecords(this.#services, actor, input);
  readonly streamEmailUses: RecordOperations['streamEmailUses'] = (actor, address) => streamEmailUses(this.#services, actor, address);
  readonly openExport: RecordOperations['openExport'] = (actor, input) => openExport(this.#services, actor, input);
  readonly auditFiguresExport: RecordOperations['auditFiguresExport'] = (actor, input) => auditFiguresExport(this.#services, actor, input);
  readonly group: RecordOperations['group'] = (actor, input) => groupRecords(this.#services, actor, input);
  readonly names: RecordOperations['names'] = (actor, links) => readNames(this.#services, actor, links);
  readonly related: RecordOperations['related'] = (actor, input) => listRelated(this.#services, actor, input);
  readonly nextNumber: RecordOperations['nextNumber'] = (actor, input) => readNextNumber(this.#services, actor, input);
  readonly create: RecordOperations['create'] = (actor, input) => this.#observe(input.module, createRecord(this.#services, actor, input));
  readonly update: RecordOperations['update'] = (actor, input) => this.#observe(input.module, updateRecord(this.#services, actor, input));
  readonly updateMany: RecordOperations['updateMany'] = (actor, input) =>
    this.#observe(input.module, updateRecords(this.#services, actor, input));
  readonly createMany: RecordOperations['createMany'] = (actor, input) =>
    this.#observe(input.module, createRecords(this.#services, actor, input));
  readonly saveMany: RecordOperations['saveMany'] = (actor, input) =>
    input.dryRun === true ? this.#tryMany(actor, input) : this.#observe(input.module, saveRows(this.#services, actor, input));
  readonly markDeleted: RecordOperations['markDeleted'] = (actor, input) =>
    this.#observe(input.module, markRecordsDeleted(this.#services, actor, input));
  readonly restore: RecordOperations['restore'] = (actor, input) =>
    this.#observe(input.module, restoreRecords(this.#services, actor, input));
  readonly deleteForever: RecordOperations['deleteForever'] = (actor, input) =>
    this.#observe(input.module, deleteRecordsForever(this.#services, actor, input));
  readonly dependents: RecordOperations['dependents'] = (actor, input) => listDependents(this.#services, actor, input);
  readonly merge: RecordOperations['merge'] = (actor, input) => this.#observe(input.module, mergeRecords(this.#services, actor, input));
  readonly setFavorite: RecordOperations['setFavorite'] = (actor, input) => setFavorite(this.#services, actor, input);
  readonly orderFavorites: RecordOperations['orderFavorites'] = (actor, records) => orderFavorites(this.#services, actor, records);
  readonly favorites: RecordOperations['favorites'] = (actor, input) => listFavorites(this.#services, actor, input);
  readonly addRecent: RecordOperations['addRecent'] = (actor, input) => addRecent(this.#services, actor, input);
  readonly batches: RecordOperations['batches'] = (actor, input) => listBatches(this.#services, actor, input);
  readonly undoBatch: RecordOperations['undoBatch'] = (actor, input) => undoBatch(this.#services, actor, input);
  readonly undoProgress: RecordOperations['undoProgress'] = (actor, input) => readUndoProgress(this.#services, actor, input);
  readonly addAudit: RecordOperations['addAudit'] = (actor, input) => addAudit(this.#services, actor, input);
  readonly audit: RecordOperations['audit'] = (actor, input) => readAudit(this.#services, actor, input);
  readonly streamAudit: RecordOperations['streamAudit'] = (actor, input) => streamAudit(this.#services, actor, input);
  readonly explain: RecordOperations['explain'] = (actor, input) => explainRecordAccess(this.#services, actor, input);
  readonly explainPermission: RecordOperations['explainPermission'] = (actor, input) =>
    explainPluginPermission(this.#services, actor, input);
  readonly recents: RecordOperations['recents'] = (actor) => listRecents(this.#services, actor);
  readonly quickSearch: RecordOperations['quickSearch'] = (actor, input) => quickSearch(this.#services, actor, input);
  readonly runIdempotent: RecordOperations['runIdempotent'] = (actor, key, run) => runIdempotent(this.#services, actor, key, run);

  /** Runs the saves on a store that writes nothing, also those of hooks. */
  #tryMany(actor: Actor, input: SaveManyInput): Promise<SaveManyResult> {
    const { store, access } = this.#services;
    const dryStore = createDryRunStore(store, async () => (await access.scope(actor)).snapshot);
    const operations = new Operations({ ...this.#services, store: dryStore, saves: undefined });
    return operations.saveMany(actor, { ...input, dryRun: false, idempotency: undefined });
  }

  #observe<Result>(module: string, saving: Promise<Result>): Promise<Result> {
    const { saves } = this.#services;
    if (saves !== undefined) saving.catch((error: unknown) => saves.onError(module, error));
    return saving;
  }
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
  FAVORITE_ORDERS_COLLECTION,
  RECENTS_COLLECTION,
  UNDOS_COLLECTION,
  BATCHES_COLLECTION,
  ENCRYPTED_FIELDS_COLLECTION,
  LINK_COLUMNS_COLLECTION,
  STORED_FIELDS_COLLECTION,
  REMOVED_VALUES_COLLECTION,
  CALCULATIONS_COLLECTION,
  CALCULATED_FIELDS_COLLECTION,
  VIEWS_COLLECTION,
  VIEW_CHOICES_COLLECTION,
  FILES_COLLECTION,
  FILE_LINKS_COLLECTION,
];
