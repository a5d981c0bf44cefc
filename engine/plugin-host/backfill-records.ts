import { ALSO_DELETED } from '#engine/model/filter';
import type { JsonObject, JsonValue } from '#engine/model/values';
import type { Actor } from '../access/index.ts';
import { MusterError } from '../errors/index.ts';
import type { RecordOperations, VisibleRecord } from '../records/index.ts';
import type { PluginJob, PluginJobContext } from './manifest.ts';

/** Records in memory at the same time. */
const PAGE_SIZE = 200;

/** The requester of the records and the operations to read them. */
export interface RecordPagerContext {
  /** The operations to read with. */
  readonly records: Pick<RecordOperations, 'find'>;
  /** Who reads. */
  readonly actor: Actor;
  /** Ends the reading with its reason when it is aborted: that of a job. */
  readonly signal?: AbortSignal;
}

/**
 * Yields the matching records of a module in pages of at most 200, sorted by `_id`, each record once, even if records are
 * changed in the meantime.
 * @throws the reason of `signal` when it is aborted; the errors of `RecordOperations.find`.
 */
export async function* paginateRecords(
  { records, actor, signal }: RecordPagerContext,
  { module, filter, fields }: { readonly module: string; readonly filter: JsonObject; readonly fields: readonly string[] },
): AsyncGenerator<readonly VisibleRecord[]> {
  let after: string | undefined;
  do {
    signal?.throwIfAborted();
    const rest: JsonObject = after === undefined ? {} : { _id: { range: { gt: after } } };
    const { data } = await records.find(actor, {
      module,
      filter: { and: [filter, rest] },
      sort: [{ sortField: '_id', sortOrder: 'asc' }],
      fields,
      limit: PAGE_SIZE,
      totalLimit: 1,
    });
    if (data.length > 0) yield data;
    after = data.length < PAGE_SIZE ? undefined : data.at(-1)?._id;
  } while (after !== undefined);
}

/** A rule that fills a field of existing records once. */
export interface BackfillRule {
  /** Name of the job, such as 'fill-places'. */
  readonly name: string;
  /** Name of the module. */
  readonly module: string;
  /** The empty field. Filled records no longer match, so that a run continues where the previous one ended. */
  readonly field: string;
  /** An additional filter for the records; absent: all of them. */
  readonly filter?: JsonObject;
  /** The fields that `compute` reads. */
  readonly reads: readonly string[];
  /**
   * The value of the field; undefined: leaves it empty.
   * @throws any error: the run fails, and is repeated ten minutes later.
   */
  compute(record: VisibleRecord, context: PluginJobContext): Promise<JsonValue | undefined> | JsonValue | undefined;
}

/** Deadline of one run in milliseconds; the remaining records are filled by the next run. */
const DEADLINE = 240_000;
/** Concurrent saves: few enough that other saves do not wait long. */
const CONCURRENCY = 10;
/** Retries when someone else saves the same record at the same time. */
const MAX_TRIES = 3;

/**
 * Defines a job that fills a field once in records stored before a rule existed, including deleted ones, which may be
 * restored. It sends no notifications, and does not change when and by whom a record was last changed. A record that cannot
 * be saved stays unchanged. A run ends after four minutes and is continued by the next one, ten minutes later.
 */
export function defineBackfill(rule: BackfillRule): PluginJob {
  return { name: rule.name, schedule: 'once', deadline: DEADLINE, run: (context) => fillAll(rule, context) };
}

async function fillAll(rule: BackfillRule, context: PluginJobContext): Promise<JsonObject> {
  const count = { filled: 0, refused: 0 };
  const filter = { and: [{ [rule.field]: { exists: false } }, rule.filter ?? {}, ALSO_DELETED] };
  for await (const round of paginateRecords(context, { module: rule.module, filter, fields: [...rule.reads, '_version'] })) {
    for (let at = 0; at < round.length; at += CONCURRENCY)
      await Promise.all(round.slice(at, at + CONCURRENCY).map((record) => fillOne(rule, context, record, count)));
  }
  return count;
}

async function fillOne(
  rule: BackfillRule,
  context: PluginJobContext,
  found: VisibleRecord,
  count: { filled: number; refused: number },
): Promise<void> {
  const { records, actor } = context;
  const { module, field, name } = rule;
  let record = found;
  for (let tries = 1; ; tries += 1) {
    const value = await rule.compute(record, context);
    if (value === undefined) return;
    try {
      await records.update(actor, {
        module,
        id: record._id,
        fields: { [field]: value },
        version: Number(record['_version']),
        changeSource: name,
        quiet: true,
      });
      count.filled += 1;
      return;
    } catch (error) {
      if (!(error instanceof MusterError)) throw error;
      if (error.code !== 'version_conflict' || tries === MAX_TRIES) return void (count.refused += 1);
      record = await records.get(actor, { module, id: record._id });
    }
  }
}
