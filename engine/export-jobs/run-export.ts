import { digestReader, timeZoneOf, type AccessScope } from '../access/index.ts';
import { MusterError } from '../errors/index.ts';
import { createExportFile, maxSheetRecords } from '../exports/index.ts';
import type { JobContext } from '../ports/index.ts';
import type { RecordExport, VisibleRecord } from '../records/index.ts';
import { zoneClock } from '#engine/model/time';
import { EXPORT_JOB_DAYS } from '#engine/model/wire';
import type { ExportContext } from './export-context.ts';
import { changeExport, requireExport, type StoredExport } from './stored-export.ts';

const DAY = 86_400_000;
/** How long an export is kept after its end. */
export const RETENTION = EXPORT_JOB_DAYS * DAY;
/** Records between two notes of the progress, each of which also sees whether the export was cancelled. */
const NOTE_EVERY = 2_000;

/** Whether a run of the job is cancelled, and where it reports its progress. */
type Run = Pick<JobContext, 'signal' | 'progress'>;

/** Whether an export waits or runs. */
export function isOpen({ state }: Pick<StoredExport, 'state'>): boolean {
  return state === 'waiting' || state === 'running';
}

/**
 * Writes the file of an export with the rights that its user has now. An attempt begins from the first record: a run that was killed leaves
 * an incomplete file, which the next one removes. Errors: those of `openExport`, of the store and of the files port, of the signal.
 */
export async function runExport(context: ExportContext, id: string, run: Run): Promise<void> {
  const { store, contents, ids } = context;
  const before = await requireExport(store, id);
  if (before.content !== null && isOpen(before)) await contents.remove(before.content);
  const content = ids.next();
  const stored = await changeExport(store, id, (now) =>
    isOpen(now) ? { ...now, state: 'running', done: 0, total: null, content, problem: null } : undefined,
  );
  if (stored.content !== content) return;
  try {
    const rights = await writeFile(context, stored, content, run);
    await finish(context, stored, rights);
  } catch (error) {
    await contents.remove(content);
    // The user cancelled it: nothing is left to do.
    if (!isOpen(await requireExport(store, id))) return;
    throw error;
  }
}

/** Stores the file. Returns the digest of the rights with which it was begun, and its size. */
async function writeFile(
  context: ExportContext,
  stored: StoredExport,
  content: string,
  run: Run,
): Promise<{ readonly rights: string; readonly size: number }> {
  const { access, records, contents, clock } = context;
  const scope = await access.scope(stored.actor);
  // Read before the records: if the rights change meanwhile, the file is not given out.
  const rights = digestReader(scope);
  const { format, values, input } = stored;
  const found = await records.openExport(stored.actor, {
    ...input,
    module: scope.snapshot.moduleNames.ofKey(stored.module),
    format,
    populate: values === 'labels',
    limitOf: format === 'xlsx' ? maxSheetRecords : undefined,
  });
  await changeExport(context.store, stored._id, (now) => (isOpen(now) ? { ...now, total: found.total ?? null } : undefined));
  const watched = watchRecords(context, stored._id, found, run);
  const zone = zoneClock(timeZoneOf(scope.snapshot));
  const { body } = createExportFile(
    { ...found, records: watched.records },
    { format, values, zone, day: zone.dayOf(clock.now()), moduleLabel: labelsOf(scope), describeError: () => ({}) },
  );
  const { size } = await contents.put(content, body);
  // NDJSON files end with a line about an error instead of failing.
  if (watched.failure.error !== undefined) throw watched.failure.error as Error;
  return { rights, size };
}

function labelsOf({ snapshot }: AccessScope): (name: string) => string {
  return (name) => snapshot.module(name)?.label ?? name;
}

/** The records, with notes of the progress; they end with an error when the export or its job was cancelled. */
function watchRecords(
  context: ExportContext,
  id: string,
  { records, total }: RecordExport,
  run: Run,
): { readonly records: AsyncIterable<VisibleRecord>; readonly failure: { error?: unknown } } {
  const failure: { error?: unknown } = {};
  async function* read(): AsyncGenerator<VisibleRecord> {
    let done = 0;
    try {
      for await (const record of records) {
        yield record;
        done += 1;
        if (done % NOTE_EVERY > 0) continue;
        run.signal.throwIfAborted();
        await run.progress({ done, of: total ?? done });
        const noted = await changeExport(context.store, id, (now) => (isOpen(now) ? { ...now, done } : undefined));
        if (!isOpen(noted)) throw new MusterError('job_cancelled');
      }
      run.signal.throwIfAborted();
      await changeExport(context.store, id, (now) => (isOpen(now) ? { ...now, done } : undefined));
    } catch (error) {
      failure.error = error;
      throw error;
    }
  }
  return { records: read(), failure };
}

/** The file is there, and its user is notified; one that was cancelled meanwhile loses its file. */
async function finish(
  context: ExportContext,
  { _id, content }: StoredExport,
  { rights, size }: { readonly rights: string; readonly size: number },
): Promise<void> {
  const now = context.clock.now();
  const ended = await changeExport(context.store, _id, (one) =>
    isOpen(one) && one.content === content
      ? { ...one, state: 'done', size, rights, total: one.done, endedAt: now, due: now + RETENTION }
      : undefined,
  );
  if (ended.state === 'done' && ended.content === content) await notifyUser(context, ended, 'export_ready');
  else if (content !== null) await context.contents.remove(content);
}

/** Ends an export that cannot be completed, and notifies its user. */
export async function failExport(context: ExportContext, id: string, error: MusterError): Promise<void> {
  const now = context.clock.now();
  const failed = await changeExport(context.store, id, (one) =>
    isOpen(one)
      ? { ...one, state: 'failed', problem: { code: error.code, text: error.message }, endedAt: now, due: now + RETENTION }
      : undefined,
  );
  if (failed.state === 'failed') await notifyUser(context, failed, 'export_failed');
}

/** The export is what counts: an error here is logged. */
async function notifyUser({ notifications, log }: ExportContext, one: StoredExport, kind: string): Promise<void> {
  try {
    await notifications.notifyOfPage({ kind, to: one.user, page: { path: '/exports', name: `the export ${one.filename}` }, key: one._id });
  } catch (error) {
    log.warn({ export: one._id, code: error instanceof MusterError ? error.code : undefined }, 'a user could not be notified of an export');
  }
}
