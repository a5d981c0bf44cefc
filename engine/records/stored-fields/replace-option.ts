import { SYSTEM_ACTOR } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import { listNestedColumns, type CompiledField, type CompiledModule } from '#engine/model/compiled';
import { isObject } from '#engine/model/field-types';
import { ALSO_DELETED } from '#engine/model/filter';
import { toText, type JsonObject, type JsonValue } from '#engine/model/values';
import type { StoredFieldsProgress } from './update-stored-fields.ts';
import {
  noteProgress,
  reasonOf,
  REPLACEMENT_SOURCE,
  type OptionTask,
  type RefusedReplacement,
  type RemovedValuesServices,
  type ValueTask,
} from './value-tasks.ts';

/** Ids that are read at a time; each record is saved on its own. */
const MAX_IDS = 10_000;
/** Records after which the progress is reported. */
const REPORT_EVERY = 100;
/** Refused records that are listed for the admin. */
const MAX_EXAMPLES = 50;

/** What replacing a removed option did. */
export interface ReplacedRecords {
  readonly updated: number;
  readonly refused: number;
  /** The first of the refused ones. */
  readonly examples: readonly RefusedReplacement[];
}

/** The module and field of a task; undefined: they are not active, or removed too. */
function findPlace(
  services: Pick<RemovedValuesServices, 'current'>,
  task: OptionTask,
): { module: CompiledModule; field: CompiledField } | undefined {
  const module = [...services.current().modules.values()].find(({ id }) => id === task.module);
  const field = module?.fieldsById.get(task.field);
  return module === undefined || field === undefined ? undefined : { module, field };
}

/** Whether the option is there again, such as by a revert: then its values stay. */
export function isOptionBack(services: Pick<RemovedValuesServices, 'current'>, task: OptionTask): boolean {
  const field = findPlace(services, task)?.field;
  const column = task.column === null || field === undefined ? field : findColumn(field, task.column);
  return column?.dropdown?.options.some(({ value }) => value === task.value) === true;
}

function findColumn(field: CompiledField, path: string): CompiledField | undefined {
  return listNestedColumns(field).find((nested) => nested.path === path)?.column;
}

/** Replaces an option in all records that have it, until it is there again. Errors: of the store, and the reason of the signal. */
export async function replaceOption(
  services: RemovedValuesServices,
  task: OptionTask & ValueTask,
  { signal, report }: StoredFieldsProgress,
): Promise<ReplacedRecords> {
  const { records, store } = services;
  const seen = new Set<string>();
  const examples: RefusedReplacement[] = [];
  let [updated, refused] = [0, 0];
  const place = findPlace(services, task);
  if (place === undefined) return { updated, refused, examples };
  const { module, field } = place;
  const filter = usesFilter(field, task);
  for (;;) {
    const { ids, total } = await records.findIds(SYSTEM_ACTOR, { module: module.name, filter, limit: MAX_IDS + seen.size });
    const open = ids.filter((id) => !seen.has(id));
    if (open.length === 0) return { updated, refused, examples };
    if (seen.size === 0) await noteProgress(store, task, { records: total, done: 0 });
    for (const id of open) {
      signal.throwIfAborted();
      if (isOptionBack(services, task)) return { updated, refused, examples };
      seen.add(id);
      const outcome = await replaceIn(records, module, field, task, id);
      if (outcome === 'updated') updated += 1;
      else if (outcome !== 'unchanged') {
        refused += 1;
        if (examples.length < MAX_EXAMPLES) examples.push(outcome);
      }
      if (seen.size % REPORT_EVERY !== 0) continue;
      await report({ module: module.name, records: seen.size });
      await noteProgress(store, task, { done: seen.size, refused });
    }
  }
}

/** Whether no record has the value of a task any more; also false if that cannot be searched for. */
export async function isHandled(services: RemovedValuesServices, task: OptionTask): Promise<boolean> {
  const place = findPlace(services, task);
  if (place === undefined) return true;
  if (!isSearchable(place.field, task)) return false;
  const { ids } = await services.records.findIds(SYSTEM_ACTOR, {
    module: place.module.name,
    filter: usesFilter(place.field, task),
    limit: 1,
  });
  return ids.length === 0;
}

/** The records that may contain the value: encrypted values and those in entries cannot be searched for. */
function usesFilter(field: CompiledField, task: OptionTask): JsonObject {
  return { and: [{ [field.name]: isSearchable(field, task) ? { in: [task.value] } : { exists: true } }, ALSO_DELETED] };
}

function isSearchable({ definition }: CompiledField, { column }: OptionTask): boolean {
  return column === null && definition.sensitive !== true;
}

/** A refused record is the outcome itself. */
async function replaceIn(
  records: RemovedValuesServices['records'],
  module: CompiledModule,
  { name }: CompiledField,
  task: OptionTask,
  id: string,
): Promise<'updated' | 'unchanged' | RefusedReplacement> {
  let label = id;
  try {
    const record = await records.get(SYSTEM_ACTOR, { module: module.name, id });
    label = toText(record[module.nameField] ?? '') || id;
    const value = replaceValue(record[name], task);
    if (value === undefined) return 'unchanged';
    const change = { fields: { [name]: value }, quiet: true, changeSource: REPLACEMENT_SOURCE };
    await records.update(SYSTEM_ACTOR, { module: module.name, id, ...change });
    return 'updated';
  } catch (error) {
    if (!(error instanceof MusterError) || error.status >= 500) throw error;
    // The record may be gone. A rule may require a value, or refuse the new one. Everything else is an error of the job.
    return error.code === 'record_not_found' ? 'unchanged' : { _id: id, name: label, reason: reasonOf(error) };
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
