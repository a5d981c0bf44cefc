import { copyActor, digestReader, timeZoneOf, type AccessScope, type Actor } from '../access/index.ts';
import { addToQueue } from '../automation/index.ts';
import { MusterError } from '../errors/index.ts';
import { EXPORT_CONTENT_TYPES, nameExportFile } from '../exports/index.ts';
import { assertModuleRight, findModule } from '../records/index.ts';
import type { FilterNode } from '#engine/model/filter';
import { zoneClock } from '#engine/model/time';
import type { ExportJobState, ExportJobView } from '#engine/model/wire';
import type { ExportJobInput, ExportJobs } from './contract.ts';
import type { ExportContext } from './export-context.ts';
import { createExportJobDefinitions, RUN_JOB } from './export-job-definitions.ts';
import { removeExport, removeOldExports } from './remove-exports.ts';
import { isOpen, RETENTION } from './run-export.ts';
import { changeExport, EXPORT_KEYS, EXPORTS_COLLECTION, requireExport, writeExport, type StoredExport } from './stored-export.ts';

/** Exports of a user that have not ended. */
const MAX_OPEN = 5;
/** Bytes of disk space that files leave free, because records are stored on the same disk. */
const RESERVED_BYTES = 256 * 1_048_576;

/** Creates the exports that run as jobs. The collection of this package must have been applied to the store. */
export function createExportJobs(context: ExportContext): ExportJobs {
  return {
    start: (actor, input) => startExport(context, actor, input),
    list: async (actor, { offset, limit }) => {
      const scope = await context.access.scope(actor);
      const filter: FilterNode = { kind: 'equals', key: EXPORT_KEYS.user, values: [actor.userId ?? ''] };
      const sort = [{ kind: 'id', descending: true }] as const;
      const { records, total } = await context.store.page({ collection: EXPORTS_COLLECTION.name, filter, sort, offset, limit });
      return { data: records.map(({ document }) => viewExport(scope, document as unknown as StoredExport)), total };
    },
    get: async (actor, id) => viewExport(await context.access.scope(actor), await requireOwn(context, actor, id)),
    open: (actor, id) => openFile(context, actor, id),
    cancel: async (actor, id) => {
      await requireOwn(context, actor, id);
      const cancelled = await changeExport(context.store, id, (now) => {
        if (!isOpen(now)) throw createStateError(now);
        return { ...now, state: 'cancelled', endedAt: context.clock.now() };
      });
      return viewExport(await context.access.scope(actor), cancelled);
    },
    remove: async (actor, id) => {
      const stored = await requireOwn(context, actor, id);
      if (isOpen(stored)) throw createStateError(stored);
      await removeExport(context, stored);
    },
    removeOld: () => removeOldExports(context),
    jobs: createExportJobDefinitions(context),
  };
}

async function startExport(context: ExportContext, actor: Actor, input: ExportJobInput): Promise<ExportJobView> {
  const { access, store, clock, ids, queue, log } = context;
  const scope = await access.scope(actor);
  const { module: name, format, values, ...read } = input;
  const module = findModule(scope, name);
  assertModuleRight(scope, module, 'export');
  const user = await assertCanStart(context, actor);
  // A filter, an order or a field that is not valid is refused now, not by the job.
  const { filter, sort, terms, fields } = read;
  await context.records.find(actor, { module: name, filter, sort, terms, fields, limit: 1, totalLimit: 1 });
  const now = clock.now();
  const made: StoredExport = {
    ...{ _id: ids.next(), _version: 0, user, actor: copyActor(actor), module: module.keyName, format, values },
    input: Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined)),
    filename: nameExportFile(module.label, zoneClock(timeZoneOf(scope.snapshot)).dayOf(now), format),
    ...{ state: 'waiting', done: 0, total: null, content: null, size: null, rights: null, problem: null },
    ...{ at: now, endedAt: null, due: now + RETENTION },
  };
  if (!(await store.commit({ writes: [writeExport(undefined, made)] })).committed) throw new MusterError('overloaded');
  try {
    await addToQueue(queue, RUN_JOB, { key: made._id, payload: { export: made._id } });
  } catch (error) {
    // The job that continues lost exports adds it later.
    log.warn(
      { export: made._id, code: error instanceof MusterError ? error.code : undefined },
      'the job of an export could not be added yet',
    );
  }
  return viewExport(scope, made);
}

/** The id of the user. Errors: `action_not_allowed` for an actor who is not a user, `exports_too_many`, `store_full`. */
async function assertCanStart({ store, contents }: ExportContext, { userId }: Actor): Promise<string> {
  if (userId === undefined) throw new MusterError('action_not_allowed', { values: { action: 'export' } });
  const filter: FilterNode = {
    kind: 'all',
    nodes: [
      { kind: 'equals', key: EXPORT_KEYS.user, values: [userId] },
      { kind: 'equals', key: EXPORT_KEYS.state, values: ['waiting', 'running'] },
    ],
  };
  const { total } = await store.count({ collection: EXPORTS_COLLECTION.name, filter });
  if (total >= MAX_OPEN) throw new MusterError('exports_too_many', { values: { most: MAX_OPEN } });
  const free = await contents.freeBytes();
  if (free !== undefined && free < RESERVED_BYTES) throw new MusterError('store_full');
  return userId;
}

async function requireOwn({ store }: ExportContext, { userId }: Actor, id: string): Promise<StoredExport> {
  const stored = await requireExport(store, id);
  if (userId === undefined || stored.user !== userId) throw new MusterError('export_not_found');
  return stored;
}

/** The file, if its user still has the rights that it was written with. */
async function openFile(context: ExportContext, actor: Actor, id: string) {
  const stored = await requireOwn(context, actor, id);
  const { content, format, filename } = stored;
  if (stored.state !== 'done' || content === null) throw createStateError(stored);
  if (context.clock.now() >= stored.due) throw new MusterError('export_expired');
  const scope = await context.access.scope(actor);
  assertModuleRight(scope, findModule(scope, scope.snapshot.moduleNames.ofKey(stored.module)), 'export');
  if (digestReader(scope) !== stored.rights) throw new MusterError('export_rights_changed');
  const body = await context.contents.open(content).catch((error: unknown) => {
    // Backups leave the files of exports out.
    if (error instanceof MusterError && error.code === 'file_not_found') throw new MusterError('export_expired');
    throw error;
  });
  return { contentType: EXPORT_CONTENT_TYPES[format], filename, body: body as AsyncIterable<Buffer> };
}

const STATE_WORDS: { readonly [state in ExportJobState]: string } = {
  waiting: 'waiting',
  running: 'running',
  done: 'done',
  cancelled: 'cancelled',
  failed: 'ended with an error',
};

function createStateError({ state }: StoredExport): MusterError {
  return new MusterError('export_state_wrong', { values: { state: STATE_WORDS[state] }, data: { state } });
}

function viewExport({ snapshot }: AccessScope, one: StoredExport): ExportJobView {
  const { _id, state, filename, done, total, size, problem, at, endedAt, due } = one;
  return {
    _id,
    module: snapshot.moduleNames.ofKey(one.module),
    state,
    filename,
    progress: { done, total },
    size,
    problem,
    createdAt: new Date(at).toISOString(),
    endedAt: endedAt === null ? null : new Date(endedAt).toISOString(),
    expiresAt: new Date(due).toISOString(),
  };
}
