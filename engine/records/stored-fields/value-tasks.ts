import type { Access } from '../../access/index.ts';
import type { MusterError } from '../../errors/index.ts';
import type { ClockPort, IdsPort, StorePort, StoreWrite } from '../../ports/index.ts';
import type { DefinitionSnapshot } from '../../registry/index.ts';
import type { CollectionSchema, CompiledField, CompiledModule, NestedColumn } from '#engine/model/compiled';
import type { FilterNode, ReplacedOption } from '#engine/model/filter';
import type { JsonObject, RecordDocument } from '#engine/model/values';
import type { RecordOperations } from '../contract.ts';
import {
  commitUnitWithRetry,
  createDocumentRemoval,
  createDocumentWrite,
  defineKey,
  readStoredDocument,
} from '../documents/stored-document.ts';

const CHANGE_SET = defineKey('changeSet');

/** One document for each removed option whose values are replaced, and for each removed module whose records are removed. */
export const REMOVED_VALUES_COLLECTION: CollectionSchema = {
  name: '_removed_values',
  keys: [CHANGE_SET],
  indexes: [{ keys: ['changeSet'] }],
  contains: [],
};

/** What the history names as the source of these changes. */
export const REPLACEMENT_SOURCE = 'removed option';

/** What the replacement needs. */
export interface RemovedValuesServices {
  readonly store: StorePort;
  readonly clock: ClockPort;
  readonly access: Pick<Access, 'scope'>;
  readonly records: Pick<RecordOperations, 'findIds' | 'get' | 'update' | 'stream'>;
  current(): DefinitionSnapshot;
  /** Runs work while nothing in this process can replace the definitions. */
  readonly whileCurrent: <Result>(work: (snapshot: DefinitionSnapshot) => Promise<Result>) => Promise<Result>;
  /** Replaces an option in filters that are stored elsewhere than in saved views and records; returns how many changed. */
  readonly replaceInFilters: (option: ReplacedOption) => Promise<number>;
}

/** Tasks that are read at a time. */
const MAX_TASKS = 10_000;

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

/** A record that keeps the removed value because a rule refuses the save, and what the rule says. */
export interface RefusedReplacement {
  readonly _id: string;
  readonly name: string;
  readonly reason: string;
}

/** Who requested a task, and how far it is. */
interface TaskProgress {
  /** Id of the change-set that removed the option or module; absent: nobody waits for the task. */
  readonly changeSet?: string;
  /** The job is done with it, except for records that a rule refuses; absent: the job works on it. */
  readonly state?: 'refused';
  /** Records with the value when the job began; absent: it has not. */
  readonly records?: number;
  /** Records that are changed, removed or refused. */
  readonly done?: number;
  readonly refused?: number;
  /** The first of them. */
  readonly examples?: readonly RefusedReplacement[];
}

/** A task as it is stored. */
export type ValueTask = (OptionTask | ModuleTask) & { readonly _id: string };

/** What is done with the values of a removed option: stable ids, and the value instead (null: none). */
export interface OptionTask extends TaskProgress {
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
export interface ModuleTask extends TaskProgress {
  readonly kind: 'module';
  readonly module: string;
  readonly name: string;
  readonly fields: readonly { readonly id: string; readonly name: string }[];
}

/** The writes that request the replacement of values, for the commit that removes the options. */
export function requestReplacements(
  ids: IdsPort,
  changeSet: string,
  options: readonly RemovedOption[],
  to: string | null,
): readonly StoreWrite[] {
  return options.map(({ module, field, column, value }) =>
    request(ids, { kind: 'option', module: module.id, field: field.id, column: column?.path ?? null, value, to, changeSet }),
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
export function requestRemovals(ids: IdsPort, modules: readonly RemovedModule[], changeSet?: string): readonly StoreWrite[] {
  const origin = changeSet === undefined ? {} : { changeSet };
  return modules.map(({ id, name, fields: removed }) => {
    const fields = removed.map((field) => ({ id: field.id, name: field.name }));
    return request(ids, { kind: 'module', module: id, name, fields, ...origin });
  });
}

function request(ids: IdsPort, task: OptionTask | ModuleTask): StoreWrite {
  return createDocumentWrite(REMOVED_VALUES_COLLECTION, ids.next(), undefined, task as unknown as JsonObject);
}

/** All tasks that are not done. Errors: of the store. */
export function findTasks(store: StorePort): Promise<readonly ValueTask[]> {
  return read(store, { kind: 'constant', value: true });
}

/** The tasks of these change-sets that are not done. Errors: of the store. */
export async function findTasksOf(store: StorePort, changeSets: readonly string[]): Promise<readonly ValueTask[]> {
  return changeSets.length === 0 ? [] : read(store, { kind: 'equals', key: CHANGE_SET, values: changeSets });
}

async function read(store: StorePort, filter: FilterNode): Promise<readonly ValueTask[]> {
  const found = await store.find({ collection: REMOVED_VALUES_COLLECTION.name, filter, sort: [], limit: MAX_TASKS });
  return found.map(({ document }) => document as unknown as ValueTask);
}

/** Notes how far a task is; nothing if it is gone, because an admin ended it. */
export function noteProgress(store: StorePort, { _id }: ValueTask, progress: TaskProgress): Promise<void> {
  return change(store, _id, (before) => {
    const { _id: id, _version, ...fields } = before;
    return createDocumentWrite(REMOVED_VALUES_COLLECTION, id, before, { ...fields, ...(progress as unknown as JsonObject) });
  });
}

export function endTask(store: StorePort, { _id }: ValueTask): Promise<void> {
  return change(store, _id, (before) => createDocumentRemoval(REMOVED_VALUES_COLLECTION, before));
}

function change(store: StorePort, id: string, write: (before: RecordDocument) => StoreWrite): Promise<void> {
  return commitUnitWithRetry(store, async () => {
    const before = await readStoredDocument(store, REMOVED_VALUES_COLLECTION, id);
    return { unit: before === undefined ? undefined : { writes: [write(before)] }, result: undefined };
  });
}

/** The write that makes the job try a task again, whose records a rule refused. */
export function restartTask({ examples: _, state: __, ...task }: ValueTask): StoreWrite {
  const { _id, ...fields } = { ...task, records: undefined, done: 0, refused: 0 };
  const stored = Object.fromEntries(Object.entries(fields).filter(([name, value]) => value !== undefined && name !== '_version'));
  return createDocumentWrite(REMOVED_VALUES_COLLECTION, _id, task as unknown as RecordDocument, stored as JsonObject);
}

/** The write that ends a task as it was read: the records that a rule refused keep the removed value. */
export function dismissTask(task: ValueTask): StoreWrite {
  return createDocumentRemoval(REMOVED_VALUES_COLLECTION, task as unknown as RecordDocument);
}

/** What a refused save says, in short. */
export function reasonOf(error: MusterError): string {
  return (error.details[0]?.message ?? error.message).slice(0, MAX_REASON);
}

const MAX_REASON = 300;
