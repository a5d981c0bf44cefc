import type { Actor } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import { allOf, type FilterNode } from '#engine/model/filter';
import type { BatchPage, BatchView } from '#engine/model/wire';
import type { BatchesInput } from '../bulk/bulk-contract.ts';
import { afterTimeCursor, writeTimeCursor } from '../documents/time-cursor.ts';
import { daysBefore, undoDaysOf } from '../history/change-entry.ts';
import { readNames } from '../read/populate.ts';
import type { RecordServices } from '../record-services.ts';
import { readUndoStates } from '../undo/claim-undo.ts';
import { BATCHES_COLLECTION, BATCH_KEYS, readBatch, type StoredBatch } from './stored-batch.ts';

const DAY = 86_400_000;
const ID = /^.{1,100}$/;

/**
 * The bulk operations of the days in which they can be undone, newest first: the actor's own, for System Admins those of everyone. Errors:
 * `parameter_invalid`, `admin_only` for another user's.
 */
export async function listBatches(services: RecordServices, actor: Actor, { limit, before, user }: BatchesInput): Promise<BatchPage> {
  const scope = await services.access.scope(actor);
  const isAll = scope.rights.unrestricted;
  if (!isAll && user !== undefined && user !== actor.userId) throw new MusterError('admin_only');
  const owner = user ?? (isAll ? undefined : (actor.userId ?? ''));
  const days = undoDaysOf(scope.snapshot);
  const since: FilterNode = { kind: 'range', key: BATCH_KEYS.at, gte: daysBefore(services.clock.now(), days) };
  const own: FilterNode[] = owner === undefined ? [] : [{ kind: 'equals', key: BATCH_KEYS.user, values: [owner] }];
  const found = await services.store.find({
    collection: BATCHES_COLLECTION.name,
    filter: allOf([since, ...own, ...(before === undefined ? [] : [afterTimeCursor(before, BATCH_KEYS.at, ID)])]),
    sort: [{ kind: 'key', key: BATCH_KEYS.at, descending: true }],
    limit: limit + 1,
  });
  const page = found.slice(0, limit).map(({ document }) => readBatch(document));
  const last = found.length > limit ? page.at(-1) : undefined;
  return { data: await describe(services, actor, page, days), next: last === undefined ? null : writeTimeCursor(last) };
}

async function describe(services: RecordServices, actor: Actor, page: readonly StoredBatch[], days: number): Promise<readonly BatchView[]> {
  const { snapshot, rights } = await services.access.scope(actor);
  const users = page.map(({ user }) => ({ module: 'users', id: user }));
  const [names, states] = await Promise.all([
    readNames(services, actor, users),
    readUndoStates(
      services,
      page.map(({ _id }) => _id),
    ),
  ]);
  return page.map(({ _id, kind, module: key, user, at, records, refused }) => {
    const module = snapshot.module(snapshot.moduleNames.ofKey(key));
    const isKnown = module !== undefined && rights.module(module.name).access;
    return {
      ...{ _id, kind, records, refused },
      module: isKnown ? { name: module.name, label: module.label } : null,
      user: { _id: user, name: names.get(`users:${user}`)?.name ?? '' },
      at: new Date(at).toISOString(),
      undo: states.get(_id) ?? 'none',
      undoableUntil: kind === 'remove' ? null : new Date(at + days * DAY).toISOString(),
    };
  });
}
