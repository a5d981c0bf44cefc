import { MusterError } from '../errors/index.ts';
import type { VisibleRecord } from '../records/index.ts';
import type { PluginJob, PluginJobContext } from './manifest.ts';
import { paginateRecords } from './paginate-records.ts';
import type { JsonObject, JsonValue } from '#engine/model';

/** What is filled in, once. */
export interface BackfillRule {
  /** Name of the job, such as 'fill-places'. */
  readonly name: string;
  readonly module: string;
  /** The field that is empty. Records that were filled are found no more, so that a run goes on where one before ended. */
  readonly field: string;
  /** What the records must be beside; absent: all of them. */
  readonly filter?: JsonObject;
  /** The fields that `fill` reads. */
  readonly reads: readonly string[];
  /** What the field is to hold; undefined: nothing. */
  compute(record: VisibleRecord, context: PluginJobContext): Promise<JsonValue | undefined> | JsonValue | undefined;
}

/** Milliseconds of one run; what is left then waits for the next. */
const DEADLINE = 240_000;
/** Saves that a store may commit together, and nobody waits for long. */
const CONCURRENCY = 10;
/** Someone may be saving the same record. */
const MAX_TRIES = 3;

/**
 * A job that fills in, once, what records that were stored before a rule lack: deleted ones too, for they may come back. It
 * tells nobody, and leaves when and by whom a record was changed. One that cannot be saved as it is stays as it was.
 */
export function defineBackfill(rule: BackfillRule): PluginJob {
  return { name: rule.name, schedule: 'once', deadline: DEADLINE, run: (context) => fillAll(rule, context) };
}

async function fillAll(rule: BackfillRule, context: PluginJobContext): Promise<void> {
  const count = { filled: 0, refused: 0 };
  const filter = { and: [{ [rule.field]: { exists: false } }, rule.filter ?? {}, { deleted: { in: [true, false] } }] };
  for await (const round of paginateRecords(context, { module: rule.module, filter, fields: [...rule.reads, '_version'] })) {
    for (let at = 0; at < round.length; at += CONCURRENCY) await Promise.all(round.slice(at, at + CONCURRENCY).map((record) => fillOne(rule, context, record, count)));
  }
  if (count.filled + count.refused > 0) context.log.info({ ...count, module: rule.module }, `older records were filled: ${rule.name}`);
}

async function fillOne(rule: BackfillRule, context: PluginJobContext, found: VisibleRecord, count: { filled: number; refused: number }): Promise<void> {
  const { records, actor } = context;
  const { module, field, name } = rule;
  let record = found;
  for (let tries = 1; ; tries += 1) {
    const value = await rule.compute(record, context);
    if (value === undefined) return;
    try {
      await records.update(actor, { module, id: record._id, fields: { [field]: value }, version: Number(record['_version']), changeSource: name, quiet: true });
      count.filled += 1;
      return;
    } catch (error) {
      if (!(error instanceof MusterError)) throw error;
      if (error.code !== 'version_conflict' || tries === MAX_TRIES) return void (count.refused += 1);
      record = await records.get(actor, { module, id: record._id });
    }
  }
}
