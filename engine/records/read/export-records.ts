import type { Actor } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import { allOf } from '#engine/model/filter';
import type { JsonValue } from '#engine/model/values';
import { isReadable, planOf, type AccessPlan } from '../access/access-plan.ts';
import { assertModuleRight } from '../access/record-access.ts';
import { assertIdLimit } from '../bulk/run-bulk.ts';
import { commitUnitWithRetry } from '../documents/stored-document.ts';
import { auditResourceChange } from '../history/audit-entry.ts';
import type { ReadServices } from '../record-services.ts';
import { prepareRead, streamPrepared, withSearch, type PreparedRead } from './find-records.ts';
import type { ExportInput, FiguresExportInput, RecordExport, VisibleRecord } from './read-contract.ts';
import { createUnknownFieldError } from './read-query.ts';

/**
 * Begins an export: checks the rights, counts the records and writes the audit entry, all before the first record is read. Sensitive
 * values are part of it only for readers who may see them in plaintext.
 */
export async function openExport(services: ReadServices, actor: Actor, input: ExportInput): Promise<RecordExport> {
  const prepared = await prepareRead(services, actor, input);
  const { scope, module, warnings } = prepared;
  assertModuleRight(scope, module, 'export');
  const plan = planOf(scope, module);
  const fields = input.fields === undefined ? listExported(plan) : assertExportable(plan, input.fields);
  const read = input.ids === undefined ? prepared : selectRecords(prepared, input.ids);
  const found = await countRecords(services, read);
  const total = found === undefined || input.limit === undefined ? found : Math.min(found, input.limit);
  const limit = input.limitOf?.(fields.length);
  if (limit !== undefined && total !== undefined && total > limit) throw createExportTooLargeError(limit);
  await auditExport(services, prepared, actor, { ...input, fields, records: total ?? null });
  const options = { fields, ...(input.populate === true ? { populate: true as const } : {}) };
  const records = streamPrepared(services, read, options);
  return { module, fields, total, warnings, records: input.limit === undefined ? records : takeFirst(records, input.limit) };
}

/** Checks the rights for an export of figures, and writes its audit entry. */
export async function auditFiguresExport(services: ReadServices, actor: Actor, { rows, ...input }: FiguresExportInput): Promise<void> {
  const prepared = await prepareRead(services, actor, input);
  assertModuleRight(prepared.scope, prepared.module, 'export');
  await auditExport(services, prepared, actor, { ...input, records: rows });
}

async function* takeFirst(records: AsyncIterable<VisibleRecord>, limit: number): AsyncGenerator<VisibleRecord> {
  let left = limit;
  if (left < 1) return;
  for await (const record of records) {
    yield record;
    left -= 1;
    if (left < 1) return;
  }
}

/** The error for an export of more records than its format holds. */
export function createExportTooLargeError(limit: number): MusterError {
  return new MusterError('export_too_large', { values: { limit: limit.toLocaleString('en-US') }, data: { limit } });
}

/** The fields of an export that names none: all that the reader may read, without masked values and the deletion mark. */
function listExported(plan: AccessPlan): readonly string[] {
  const fields = [...plan.fields.values()].filter(({ read, masked }) => read !== 'none' && !masked).map(({ field }) => field);
  return ['_id', ...fields.filter(({ name, definition }) => name !== 'deleted' && definition.internal !== true).map(({ name }) => name)];
}

/** Errors: `unknown_field`; `action_not_allowed` for a sensitive field that the reader sees masked. */
function assertExportable(plan: AccessPlan, names: readonly string[]): readonly string[] {
  const unknown = names.filter((name) => !isReadable(plan, name) && name !== '_id' && name !== '_version');
  if (unknown.length > 0) throw createUnknownFieldError(unknown);
  const masked = names.flatMap((name) => plan.fields.get(name) ?? []).filter((field) => field.masked);
  if (masked.length > 0)
    throw new MusterError('action_not_allowed', {
      message: `You may not export ${masked.map(({ field }) => field.label).join(', ')}.`,
      details: masked.map(({ field }) => ({ field: field.name, code: 'action_not_allowed', message: 'You may not export this field.' })),
    });
  return [...new Set(names)];
}

/** The most records that a selection names. */
const MAX_EXPORTED_IDS = 100_000;

/** The records with these ids, as far as the filter matches them. Errors: `too_many_ids`. */
function selectRecords(prepared: PreparedRead, ids: readonly string[]): PreparedRead {
  assertIdLimit(ids, MAX_EXPORTED_IDS);
  const { query } = prepared;
  return { ...prepared, query: { ...query, filter: allOf([query.filter, { kind: 'ids', ids }]) } };
}

/** The number of records; undefined if the store takes too long to count them. */
async function countRecords(services: ReadServices, { query, search }: PreparedRead): Promise<number | undefined> {
  try {
    const { total } = await services.store.count(withSearch(query, search));
    return total;
  } catch (error) {
    if (error instanceof MusterError && error.code === 'filter_too_costly') return undefined;
    throw error;
  }
}

/** One entry about the export as a whole. Without it nothing may leave the product. */
function auditExport(
  { store, clock, ids }: ReadServices,
  { module }: PreparedRead,
  actor: Actor,
  input: ExportInput & { readonly fields: readonly string[]; readonly records: number | null },
): Promise<void> {
  const { format, filter, terms, fields, records, ids: selected } = input;
  const after: { [name: string]: JsonValue } = { module: module.name, format, records, fields };
  if (filter !== undefined) after['searchTerms'] = filter;
  if (terms !== undefined) after['search'] = terms;
  if (selected !== undefined) after['selected'] = selected.length;
  const change = { field: null, before: null, after };
  return commitUnitWithRetry(store, () => {
    const entry = { resource: 'exports' as const, id: module.id, name: module.label, changes: [change], changeSource: 'export' };
    return Promise.resolve({ unit: { writes: auditResourceChange({ clock, ids }, actor, entry) }, result: undefined });
  });
}
