import { SYSTEM_ACTOR } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import type { ClockPort, IdsPort, StorePort, StoreWrite } from '../../ports/index.ts';
import type { DefinitionSnapshot } from '../../registry/index.ts';
import type { CollectionSchema, CompiledField, CompiledModule, NestedColumn } from '#engine/model/compiled';
import { isObject } from '#engine/model/field-types';
import { ALSO_DELETED, type ReplacedOption } from '#engine/model/filter';
import type { JsonObject, JsonValue, RecordDocument } from '#engine/model/values';
import { FILE_LINKS_COLLECTION } from '../attachments/file-entries.ts';
import type { RecordOperations } from '../contract.ts';
import { createDocumentRemoval, createDocumentWrite, createSystemDocumentWrite, readStoredDocument } from '../documents/stored-document.ts';
import { replaceInViews } from '../views/replace-in-views.ts';
import { endFileLink, findFilePlace } from './end-file-link.ts';
import { replaceInFilterFields } from './replace-in-filter-fields.ts';
import { STORED_FIELDS_COLLECTION, type StoredFieldsProgress } from './update-stored-fields.ts';

/** One document for each removed option whose values are replaced, and for each removed module whose records are removed. */
export const REMOVED_VALUES_COLLECTION: CollectionSchema = { name: '_removed_values', keys: [], indexes: [], contains: [] };

/** Ids that are read at a time; each record is saved on its own. */
const MAX_IDS = 10_000;
/** Records after which the progress is reported. */
const REPORT_EVERY = 100;
/** Records of a removed module that are removed in one commit. */
const ROUND = 200;
const SOURCE = 'removed option';

/** A removed option of a field, or of a column of its entries. */
export interface RemovedOption {
  readonly module: CompiledModule;
  readonly field: CompiledField;
  readonly column: NestedColumn | undefined;
  readonly value: string;
}

/** A removed option of a field that is not active now: stable ids, and the path of a column of its entries. */
export interface InactiveOption {
  readonly module: string;
  readonly field: string;
  readonly column: string | null;
  readonly dropdown: string;
  readonly value: string;
}

/** What is done with the values of a removed option: stable ids, and the value instead (null: none). */
interface OptionTask {
  readonly kind: 'option';
  readonly module: string;
  readonly field: string;
  readonly column: string | null;
  readonly value: string;
  readonly to: string | null;
}

/** A removed module whose records are removed, with the stored ids of its fields. */
export interface RemovedModule {
  readonly id: string;
  readonly name: string;
  readonly fields: readonly { readonly id: string; readonly name: string }[];
}

/** The records of a removed module, and the names of its fields by their stored ids. */
interface ModuleTask {
  readonly kind: 'module';
  readonly module: string;
  readonly name: string;
  readonly fields: readonly { readonly id: string; readonly name: string }[];
}

/** The writes that request the replacement of values, for the commit that removes the options. */
export function requestReplacements(ids: IdsPort, options: readonly RemovedOption[], to: string | null): readonly StoreWrite[] {
  return options.map(({ module, field, column, value }) =>
    request(ids, { kind: 'option', module: module.id, field: field.id, column: column?.path ?? null, value, to }),
  );
}

/** The same for fields that are not active: their values are replaced when they are active again. */
export function requestInactiveReplacements(
  ids: IdsPort,
  options: readonly { readonly option: InactiveOption; readonly to: string | null }[],
): readonly StoreWrite[] {
  return options.map(({ option: { module, field, column, value }, to }) =>
    request(ids, { kind: 'option', module, field, column, value, to }),
  );
}

/** The writes that request the removal of all records of removed modules. */
export function requestRemovals(ids: IdsPort, modules: readonly RemovedModule[]): readonly StoreWrite[] {
  return modules.map(({ id, name, fields }) =>
    request(ids, { kind: 'module', module: id, name, fields: fields.map((field) => ({ id: field.id, name: field.name })) }),
  );
}

function request(ids: IdsPort, task: OptionTask | ModuleTask): StoreWrite {
  return createDocumentWrite(REMOVED_VALUES_COLLECTION, ids.next(), undefined, task as unknown as JsonObject);
}

/** What the replacement needs. */
export interface RemovedValuesServices {
  readonly store: StorePort;
  readonly clock: ClockPort;
  readonly records: Pick<RecordOperations, 'findIds' | 'get' | 'update' | 'stream'>;
  current(): DefinitionSnapshot;
  /** Replaces an option in filters that are stored elsewhere than in saved views and records; returns how many changed. */
  readonly replaceInFilters: (option: ReplacedOption) => Promise<number>;
}

/**
 * Replaces the values of removed options, each record with a save of its own and an entry in its history, then options that got
 * another one in stored filters; and removes the records of removed modules. Records whose save a rule refuses stay as they are. An
 * interrupted run continues with what is left. Errors: of the store, and the reason of the signal.
 */
export async function replaceRemovedValues(
  services: RemovedValuesServices,
  progress: StoredFieldsProgress,
): Promise<{ readonly updated: number; readonly refused: number; readonly removed: number; readonly filters: number }> {
  const { store } = services;
  const result = { updated: 0, refused: 0, removed: 0, filters: 0 };
  const found = await store.find({
    collection: REMOVED_VALUES_COLLECTION.name,
    filter: { kind: 'constant', value: true },
    sort: [],
    limit: MAX_IDS,
  });
  for (const { document } of found) {
    const task = document as unknown as OptionTask | ModuleTask;
    // The module may be there again, such as by a revert: then its records stay.
    const isBack = task.kind === 'module' && [...services.current().modules.values()].some(({ id }) => id === task.module);
    if (task.kind === 'option' && (await isWaiting(services, task))) continue;
    if (task.kind === 'module') result.removed += isBack ? 0 : await removeModule(services, task, progress);
    else {
      const { updated, refused } = await replaceOption(services, task, progress);
      result.updated += updated;
      result.refused += refused;
      result.filters += await replaceInStoredFilters(services, task);
    }
    await store.commit({ writes: [createDocumentRemoval(REMOVED_VALUES_COLLECTION, document)] });
  }
  return result;
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
    (await replaceInFilterFields(services.records, snapshot, option, SOURCE)) +
    (await services.replaceInFilters(option))
  );
}

async function replaceOption(
  services: RemovedValuesServices,
  task: OptionTask,
  { signal, report }: StoredFieldsProgress,
): Promise<{ readonly updated: number; readonly refused: number }> {
  const { records } = services;
  const module = [...services.current().modules.values()].find(({ id }) => id === task.module);
  const field = module?.fieldsById.get(task.field);
  const seen = new Set<string>();
  let [updated, refused] = [0, 0];
  if (module === undefined || field === undefined) return { updated, refused };
  const filter = { and: [usesFilter(field, task), ALSO_DELETED] };
  for (;;) {
    const { ids } = await records.findIds(SYSTEM_ACTOR, { module: module.name, filter, limit: MAX_IDS + seen.size });
    const open = ids.filter((id) => !seen.has(id));
    if (open.length === 0) return { updated, refused };
    for (const id of open) {
      signal.throwIfAborted();
      seen.add(id);
      const outcome = await replaceIn(records, module, field, task, id);
      if (outcome === 'updated') updated += 1;
      if (outcome === 'refused') refused += 1;
      if (seen.size % REPORT_EVERY === 0) await report({ module: module.name, records: seen.size });
    }
  }
}

/** The records that may contain the value: encrypted values and those in entries cannot be searched for. */
function usesFilter(field: CompiledField, { column, value }: OptionTask): JsonObject {
  const isSearchable = column === null && field.definition.sensitive !== true;
  return { [field.name]: isSearchable ? { in: [value] } : { exists: true } };
}

async function replaceIn(
  records: RemovedValuesServices['records'],
  module: CompiledModule,
  { name }: CompiledField,
  task: OptionTask,
  id: string,
): Promise<'updated' | 'refused' | 'unchanged'> {
  try {
    const record = await records.get(SYSTEM_ACTOR, { module: module.name, id });
    const value = replaceValue(record[name], task);
    if (value === undefined) return 'unchanged';
    await records.update(SYSTEM_ACTOR, { module: module.name, id, fields: { [name]: value }, quiet: true, changeSource: SOURCE });
    return 'updated';
  } catch (error) {
    // A rule may require a value, or refuse the new one; the record may be gone. Everything else is an error of the job.
    if (error instanceof MusterError && error.status < 500) return 'refused';
    throw error;
  }
}

/** The value without the option; undefined: it does not contain it. */
export function replaceValue(
  stored: JsonValue | undefined,
  { column, value, to }: Pick<OptionTask, 'column' | 'value' | 'to'>,
): JsonValue | undefined {
  if (column === null) {
    if (!Array.isArray(stored)) return stored === value ? to : undefined;
    const list = stored as readonly JsonValue[];
    if (!list.includes(value)) return undefined;
    return [...new Set(list.flatMap((one) => (one === value ? (to ?? []) : [one])))];
  }
  const entries = [stored].flat() as readonly (JsonValue | undefined)[];
  const replaced = entries.map((entry) => replaceInEntry(entry, column, { value, to }));
  if (replaced.every((entry) => entry === undefined)) return undefined;
  const all = replaced.map((entry, index) => entry ?? entries[index] ?? null);
  return Array.isArray(stored) ? all : (all[0] ?? null);
}

/** The entry without the option in the column of this path; undefined: it does not contain it. */
function replaceInEntry(
  entry: JsonValue | undefined,
  path: string,
  { value, to }: Pick<OptionTask, 'value' | 'to'>,
): JsonObject | undefined {
  if (!isObject(entry)) return undefined;
  const [name = '', ...inner] = path.split('.');
  const replaced = replaceValue(entry[name], { column: inner.length === 0 ? null : inner.join('.'), value, to });
  return replaced === undefined ? undefined : { ...entry, [name]: replaced };
}

/** Removes the records of a module that no longer exists, with their keys and the links of their files. */
async function removeModule(
  { store, clock }: RemovedValuesServices,
  task: ModuleTask,
  { signal, report }: StoredFieldsProgress,
): Promise<number> {
  const storage = { name: `m_${task.module}`, keys: [], indexes: [], contains: [] };
  await store.applySchemas([{ ...storage, removed: task.fields.map(({ id }) => id) }]);
  for (let removed = 0; ; ) {
    signal.throwIfAborted();
    const found = await store.find({ collection: storage.name, filter: { kind: 'constant', value: true }, sort: [], limit: ROUND });
    if (found.length === 0) return removed;
    const writes: StoreWrite[] = [];
    for (const { document } of found) {
      writes.push({ kind: 'remove', collection: storage.name, id: document._id, previousKeys: {}, expectedVersion: document._version });
      for (const field of task.fields) writes.push(...(await releaseFile(store, { task, document, field, until: clock.now() })));
    }
    if ((await store.commit({ writes })).committed) removed += found.length;
    await report({ module: task.name, records: removed });
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
