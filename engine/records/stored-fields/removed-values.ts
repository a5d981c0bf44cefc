import { SYSTEM_ACTOR } from '../../access/index.ts';
import type { StorePort, StoreWrite } from '../../ports/index.ts';
import type { CompiledModule } from '#engine/model/compiled';
import type { RecordDocument } from '#engine/model/values';
import type { DefinitionSnapshot } from '../../registry/index.ts';
import { FILE_LINKS_COLLECTION } from '../attachments/file-entries.ts';
import { createSystemDocumentWrite, readStoredDocument } from '../documents/stored-document.ts';
import { replaceInViews } from '../views/replace-in-views.ts';
import { endFileLink, findFilePlace } from './end-file-link.ts';
import { replaceInFilterFields } from './replace-in-filter-fields.ts';
import { isHandled, isOptionBack, replaceOption } from './replace-option.ts';
import { STORED_FIELDS_COLLECTION, type StoredFieldsProgress } from './update-stored-fields.ts';
import {
  endTask,
  findTasks,
  noteProgress,
  REPLACEMENT_SOURCE,
  type ModuleTask,
  type OptionTask,
  type RemovedValuesServices,
  type ValueTask,
} from './value-tasks.ts';

/** Records of a removed module that are removed in one commit. */
const ROUND = 200;

/** What a run of the job did. */
interface ReplacementResult {
  readonly updated: number;
  readonly refused: number;
  readonly removed: number;
  readonly filters: number;
}

const NOTHING: ReplacementResult = { updated: 0, refused: 0, removed: 0, filters: 0 };

/**
 * Replaces the values of removed options, each record with a save of its own and an entry in its history, then options that got
 * another one in stored filters; and removes the records of removed modules. Records whose save a rule refuses stay as they are: their
 * task stays too, with these records, until an admin makes the job try it again or ends it, or no record has the value any more. An
 * interrupted run continues with what is left; what is published meanwhile belongs to the run. Errors: of the store, and the reason of the
 * signal.
 */
export async function replaceRemovedValues(services: RemovedValuesServices, progress: StoredFieldsProgress): Promise<ReplacementResult> {
  const seen = new Set<string>();
  let result = NOTHING;
  for (;;) {
    const tasks = (await findTasks(services.store)).filter(({ _id }) => !seen.has(_id));
    if (tasks.length === 0) return result;
    // Another process may have published them just now: with older definitions a removed module would seem to be there again.
    await services.access.scope(SYSTEM_ACTOR);
    for (const task of tasks) {
      seen.add(task._id);
      result = add(result, task.kind === 'module' ? await runModule(services, task, progress) : await runOption(services, task, progress));
    }
  }
}

function add(one: ReplacementResult, other: Partial<ReplacementResult>): ReplacementResult {
  return {
    updated: one.updated + (other.updated ?? 0),
    refused: one.refused + (other.refused ?? 0),
    removed: one.removed + (other.removed ?? 0),
    filters: one.filters + (other.filters ?? 0),
  };
}

async function runModule(
  services: RemovedValuesServices,
  task: ModuleTask & ValueTask,
  progress: StoredFieldsProgress,
): Promise<Partial<ReplacementResult>> {
  const removed = (await dropKeys(services, task)) ? await removeModule(services, task, progress) : 0;
  const back = await findAgain(services, task);
  // Another process may have published it while its keys were dropped here.
  if (back !== undefined) await services.store.applySchemas([back.storage]);
  await endTask(services.store, task);
  return { removed };
}

/** A removed module that is there again in the latest definitions, such as by a revert: then its records stay. */
async function findAgain(services: RemovedValuesServices, task: ModuleTask): Promise<CompiledModule | undefined> {
  await services.access.scope(SYSTEM_ACTOR);
  return findModule(services.current(), task);
}

function findModule({ modules }: DefinitionSnapshot, task: ModuleTask): CompiledModule | undefined {
  return [...modules.values()].find(({ id }) => id === task.module);
}

/**
 * Drops the keys and indexes of a module that is not there any more, so that its records are removed without them; false: it is back.
 * It cannot come back in between, as its new records would be stored without keys.
 */
async function dropKeys(services: RemovedValuesServices, task: ModuleTask): Promise<boolean> {
  if ((await findAgain(services, task)) !== undefined) return false;
  return services.whileCurrent(async (snapshot) => {
    if (findModule(snapshot, task) !== undefined) return false;
    const removed = task.fields.map(({ id }) => id);
    await services.store.applySchemas([{ name: collectionOf(task), keys: [], indexes: [], contains: [], removed }]);
    return true;
  });
}

function collectionOf({ module }: ModuleTask): string {
  return `m_${module}`;
}

async function runOption(
  services: RemovedValuesServices,
  task: OptionTask & ValueTask,
  progress: StoredFieldsProgress,
): Promise<Partial<ReplacementResult>> {
  const { store } = services;
  if (isOptionBack(services, task)) {
    await endTask(store, task);
    return NOTHING;
  }
  if (task.state === 'refused') {
    if (await isHandled(services, task)) await endTask(store, task);
    return NOTHING;
  }
  if (await isWaiting(services, task)) return NOTHING;
  const { updated, refused, examples } = await replaceOption(services, task, progress);
  const filters = isOptionBack(services, task) ? 0 : await replaceInStoredFilters(services, task);
  // Nobody can end a task that belongs to no change-set.
  if (refused === 0 || task.changeSet === undefined) await endTask(store, task);
  else await noteProgress(store, task, { state: 'refused', refused, examples, done: updated + refused, records: updated + refused });
  return { updated, refused, filters };
}

/** Whether the values of a field cannot be found now: it is inactive, or active again and records lack its keys. */
async function isWaiting(services: RemovedValuesServices, { module: id, field }: OptionTask): Promise<boolean> {
  const snapshot = services.current();
  const active = [...snapshot.modules.values()].find((module) => module.id === id)?.fieldsById.get(field);
  if (active === undefined) return snapshot.inactiveFields(id).some((inactive) => inactive.id === field);
  const changes = snapshot.storedFieldChanges(id);
  if (changes?.restored.some(({ name }) => name === active.name) !== true) return false;
  const [stored] = await services.store.get(STORED_FIELDS_COLLECTION.name, [id]);
  return Number(stored?.document['done'] ?? 0) < changes.version;
}

/** Entries cannot be filtered by their columns. */
async function replaceInStoredFilters(services: RemovedValuesServices, task: OptionTask): Promise<number> {
  const { module, field, value, to, column } = task;
  if (to === null || column !== null) return 0;
  const snapshot = services.current();
  const option = { module, field, value, to };
  return (
    (await replaceInViews(services, snapshot, option)) +
    (await replaceInFilterFields(services.records, snapshot, option, REPLACEMENT_SOURCE)) +
    (await services.replaceInFilters(option))
  );
}

/** Removes the records of a module that no longer exists, with their keys and the links of their files. */
async function removeModule(
  services: RemovedValuesServices,
  task: ModuleTask & ValueTask,
  { signal, report }: StoredFieldsProgress,
): Promise<number> {
  const { store, clock } = services;
  const collection = collectionOf(task);
  const all = { kind: 'constant', value: true } as const;
  if (task.records === undefined) {
    const { total } = await store.count({ collection, filter: all });
    await noteProgress(store, task, { records: total });
  }
  for (let removed = 0; ; ) {
    signal.throwIfAborted();
    const found = await store.find({ collection, filter: all, sort: [], limit: ROUND });
    // A module that came back meanwhile has new records: those that were read before it was back are old ones.
    if (found.length === 0 || (await findAgain(services, task)) !== undefined) return removed;
    const writes: StoreWrite[] = [];
    for (const { document } of found) {
      writes.push({ kind: 'remove', collection, id: document._id, previousKeys: {}, expectedVersion: document._version });
      for (const field of task.fields) writes.push(...(await releaseFile(store, { task, document, field, until: clock.now() })));
    }
    if ((await store.commit({ writes })).committed) removed += found.length;
    await report({ module: task.name, records: removed });
    await noteProgress(store, task, { done: removed });
  }
}

async function releaseFile(
  store: StorePort,
  {
    task,
    document,
    field,
    until,
  }: { readonly task: ModuleTask; readonly document: RecordDocument; readonly field: { id: string; name: string }; readonly until: number },
): Promise<readonly StoreWrite[]> {
  const place = findFilePlace(document[field.name], { module: task.module, record: document._id, field: field.id });
  if (place === undefined) return [];
  const link = await readStoredDocument(store, FILE_LINKS_COLLECTION, place.linkId);
  if (link === undefined) return [];
  return [createSystemDocumentWrite(FILE_LINKS_COLLECTION.name, place.linkId, link, endFileLink(place, link, until))];
}
