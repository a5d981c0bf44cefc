import type { Actor } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import type { CompiledModule } from '#engine/model/compiled';
import type { JsonObject } from '#engine/model/values';
import { findModule, getReadableModule } from '../access/record-access.ts';
import type { SaveManyInput, WriteResult } from '../contract.ts';
import type { RefusedRecord, RefusedRow, SaveManyResult } from './bulk-contract.ts';
import type { RecordServices } from '../record-services.ts';
import type { SourceCollector } from '../save/idempotency-records.ts';
import { deriveIdempotencyKey } from '../save/idempotency.ts';
import { runIdempotent } from '../save/run-idempotent.ts';
import { createOne, readVersion, saveOne } from '../save/save-record.ts';
import { beginWrite, type WriteContext } from '../save/write-context.ts';
import { findMatches, readRecordKey, readRowKey, type MatchedRecord, type RecordKey, type RowKey } from './record-key.ts';
import { assertIdLimit, runBulk } from './run-bulk.ts';

/** What was done with a row that was not refused. */
type Outcome = 'created' | 'updated' | 'unchanged';

/** A row, and the record that it is about. */
interface PlannedRow {
  readonly number: number;
  readonly fields: JsonObject;
  readonly rowKey: RowKey;
  readonly match: MatchedRecord | undefined;
  /** Why it is refused before it is saved. */
  readonly refusal: MusterError | undefined;
}

/**
 * Creates and changes records by a key, each with a save of its own, all in one batch. A repeated idempotency key returns the first result,
 * and a request that was interrupted continues with the rows that it had not saved.
 */
export function saveRows(services: RecordServices, actor: Actor, input: SaveManyInput): Promise<SaveManyResult> {
  assertIdLimit(input.records);
  return runIdempotent(services, actor, input.idempotency, (collect) => saveAll(services, actor, input, collect));
}

async function saveAll(services: RecordServices, actor: Actor, input: SaveManyInput, collect: SourceCollector): Promise<SaveManyResult> {
  const context = await beginWrite(services, actor, input);
  const { scope } = context;
  const module = input.mode === 'create' ? findModule(scope, input.module) : getReadableModule(scope, input.module);
  const key = input.mode === 'create' ? undefined : readRecordKey(scope, module, input.key ?? ['_id']);
  const rows = await planRows(context, module, key, input);
  const outcomes = new Map<string, Outcome>();
  const ids = rows.map((): string | null => null);
  const items = rows.map((row) => ({ _id: String(row.number), value: row }));
  const { refused, batchId } = await runBulk(context, { kind: 'save', module }, items, async (row) => {
    const { result, outcome } = await saveRow(context, module, key, row, input);
    const { record } = result;
    outcomes.set(String(row.number), outcome);
    ids[row.number] = record._id;
    const owner = record['assigned_to'];
    collect([{ module: module.name, id: record._id, isOwn: scope.rights.userId !== undefined && owner === scope.rights.userId }]);
    return record._id;
  });
  const count = (wanted: Outcome): number => [...outcomes.values()].filter((outcome) => outcome === wanted).length;
  return {
    ...{ created: count('created'), updated: count('updated'), unchanged: count('unchanged') },
    ids,
    refused: refused.flatMap(describeRefusal),
    batchId,
  };
}

/** Finds the record of each row. The second row about a record is refused. */
async function planRows(
  context: WriteContext,
  module: CompiledModule,
  key: RecordKey | undefined,
  { records, mode }: SaveManyInput,
): Promise<readonly PlannedRow[]> {
  if (key === undefined)
    return records.map((fields, number) => ({ number, fields, rowKey: { kind: 'none' }, match: undefined, refusal: undefined }));
  const rowKeys = records.map((fields) => readRowKey(context.scope, key, fields));
  const matches = await findMatches(context, module, key, rowKeys);
  const seen = new Set<string>();
  return records.map((fields, number) => {
    const rowKey = rowKeys[number] as RowKey;
    if (rowKey.kind !== 'key') return { number, fields, rowKey, match: undefined, refusal: refuseWithoutKey(rowKey, mode) };
    const isRepeated = seen.has(rowKey.identity);
    seen.add(rowKey.identity);
    const labels = key.unique === undefined ? 'id' : key.fields.map(({ label }) => label).join(', ');
    const refusal = isRepeated ? new MusterError('row_repeated', { values: { field: labels } }) : undefined;
    return { number, fields, rowKey, match: matches.get(rowKey.identity), refusal };
  });
}

/** Only a row without an `_id` may be a new record. */
function refuseWithoutKey(rowKey: RowKey, mode: SaveManyInput['mode']): MusterError | undefined {
  if (rowKey.kind === 'problems') return new MusterError('validation_failed', { details: rowKey.problems });
  if (mode === 'upsert') return undefined;
  return new MusterError('validation_failed', {
    details: [{ field: '_id', code: 'required', message: 'The id says which record this is: send it.' }],
  });
}

async function saveRow(
  context: WriteContext,
  module: CompiledModule,
  key: RecordKey | undefined,
  row: PlannedRow,
  { mode, idempotency }: SaveManyInput,
): Promise<{ readonly result: WriteResult; readonly outcome: Outcome }> {
  if (row.refusal !== undefined) throw row.refusal;
  const own = deriveIdempotencyKey(idempotency, String(row.number));
  const update = async ({ id, version }: MatchedRecord): Promise<{ readonly result: WriteResult; readonly outcome: Outcome }> => {
    const expectedVersion = readVersion(row.fields);
    const result = await saveOne(context, own, { kind: 'update', module, id, fields: row.fields, expectedVersion });
    const now = result.record['_version'];
    // The create of an earlier, interrupted request.
    if (result.replayed === true) return { result, outcome: now === 1 ? 'created' : 'updated' };
    return { result, outcome: now === version ? 'unchanged' : 'updated' };
  };
  if (row.match !== undefined) return update(row.match);
  if (mode === 'update' || (row.rowKey.kind === 'key' && key?.unique === undefined)) throw new MusterError('record_not_found');
  try {
    return { result: await createOne(context, module, row.fields, own), outcome: 'created' };
  } catch (error) {
    // Another request may have created the record in the meantime.
    if (!(error instanceof MusterError) || error.code !== 'not_unique' || key === undefined || row.rowKey.kind !== 'key') throw error;
    const created = (await findMatches(context, module, key, [row.rowKey])).get(row.rowKey.identity);
    if (created === undefined) throw error;
    return update(created);
  }
}

/** One line for each field at fault. */
function describeRefusal({ _id, code, error, details = [] }: RefusedRecord): readonly RefusedRow[] {
  const row = Number(_id);
  if (details.length === 0) return [{ row, field: null, code, text: error }];
  return details.map((detail) => ({ row, field: detail.field, code: detail.code, text: detail.message }));
}
