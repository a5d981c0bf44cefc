import { setTimeout as wait } from 'node:timers/promises';
import { MusterError } from '../../errors/index.ts';
import type { CommitConflict, CommitResult, UnitOfWork } from '../../ports/index.ts';
import { allOf, notOf, type FilterNode } from '#engine/model/filter';
import type { CompiledField, CompiledModule } from '#engine/model/compiled';
import { recalculateStaleRecords } from '../calculations/recalculate-stale-records.ts';
import { deletedNode } from '../read/read-query.ts';
import { runInTurn } from './run-in-turn.ts';
import { moveSequences } from './running-numbers.ts';
import { beginAttempt, type SaveAttempt, type WriteContext } from './write-context.ts';

/** Number of attempts after which a unit that conflicts with others is given up. */
const MAX_TRIES = 60;

const MAX_PAUSE = 40;

/**
 * Number of attempts in a row that another record ruled out. A hook that searches finds that record on the first retry;
 * more are needed only if records come and go in the meantime.
 */
const MAX_ABSENCE_CONFLICTS = 8;

/**
 * Builds a unit and commits it. If its reads are stale by then, it is built again from the stored data. Returns what
 * `build` returned for the committed attempt. Errors: `not_unique`, `record_conflict` when another record rules out the
 * save and no hook refuses it, `overloaded` after too many conflicts, those of the build and of the store.
 */
export async function commitWithRetry<Result>(
  context: WriteContext,
  build: (attempt: SaveAttempt) => Promise<Result>,
): Promise<{ readonly result: Result; readonly attempt: SaveAttempt }> {
  let absenceConflicts = 0;
  const contested = new Set<string>();
  for (let tries = 1; ; tries += 1) {
    const { attempt, result, unit, outcome } = await runInTurn(context.services.store, contested, () => tryOnce(context, build, tries > 1));
    if (unit === undefined || outcome === undefined) return { result, attempt };
    if (outcome.committed) {
      context.services.saves?.onCommit(unit.writes);
      return { result, attempt };
    }
    noteContested(contested, outcome.conflicts);
    absenceConflicts = outcome.conflicts.some(({ kind }) => kind === 'absence') ? absenceConflicts + 1 : 0;
    if (absenceConflicts === MAX_ABSENCE_CONFLICTS) throw new MusterError('record_conflict');
    // Not after the first attempt: a rule that set the taken value in a record that it creates may choose another value now.
    if (tries > 1) await assertNotTaken(attempt, outcome.conflicts);
    if (tries >= MAX_TRIES) throw new MusterError('overloaded');
    if (tries > 1) await wait(Math.random() * Math.min(2 ** tries, MAX_PAUSE));
  }
}

/** One attempt; without a unit there is nothing to commit. */
async function tryOnce<Result>(
  context: WriteContext,
  build: (attempt: SaveAttempt) => Promise<Result>,
  isRetry: boolean,
): Promise<{
  readonly attempt: SaveAttempt;
  readonly result: Result;
  readonly unit: UnitOfWork | undefined;
  readonly outcome: CommitResult | undefined;
}> {
  const attempt = beginAttempt(context, isRetry);
  const result = await build(attempt);
  await recalculateStaleRecords(attempt);
  const unit = attempt.unit.build(context.scope.snapshot.version);
  if (unit === undefined) return { attempt, result, unit, outcome: undefined };
  await moveSequences(attempt);
  const outcome = attempt.unit.breaksOwnAbsence() ? OWN_ABSENCE_CONFLICT : await context.services.store.commit(unit);
  return { attempt, result, unit, outcome };
}

/** Records for whose turn a save waits; more rarely are contested, and each is waited for. */
const MAX_CONTESTED = 20;

function noteContested(contested: Set<string>, conflicts: readonly CommitConflict[]): void {
  for (const conflict of conflicts)
    if (conflict.kind === 'version' && contested.size < MAX_CONTESTED) contested.add(`${conflict.collection} ${conflict.id}`);
}

/** The unit itself writes two records that rule each other out. */
const OWN_ABSENCE_CONFLICT: CommitResult = { committed: false, conflicts: [{ kind: 'absence', collection: '' }] };

/** A unique value that is taken is not free on the next attempt either. Errors: `not_unique`, `value_not_usable`. */
async function assertNotTaken(attempt: SaveAttempt, stale: readonly CommitConflict[]): Promise<void> {
  const { scope } = attempt;
  for (const read of stale) {
    if (read.kind !== 'unique' && read.kind !== 'exists') continue;
    const module = [...scope.snapshot.modules.values()].find((one) => one.storage.name === read.collection);
    if (module === undefined) continue;
    const field =
      read.kind === 'exists' ? undefined : [...module.fields.values()].find((one) => one.keys.some((key) => read.keys.includes(key.id)));
    const name = field?.name ?? '_id';
    const label = field?.label ?? 'id';
    if (field !== undefined && read.kind === 'unique' && !(await canSeeHolder(attempt, module, field, read)))
      throw new MusterError('value_not_usable', {
        values: { field: label },
        details: [{ field: name, code: 'value_not_usable', message: `This ${label} cannot be used.` }],
      });
    throw new MusterError('not_unique', {
      values: { field: label },
      details: [{ field: name, code: 'not_unique', message: `Another record already has this ${label}.` }],
    });
  }
}

/** Whether the actor may see the record that has the value already. Of a record that they may not see, they are not told that it exists. */
async function canSeeHolder(
  { scope, services, unit }: SaveAttempt,
  module: CompiledModule,
  field: CompiledField,
  { id, keys }: Extract<CommitConflict, { readonly kind: 'unique' }>,
): Promise<boolean> {
  if (scope.rights.unrestricted) return true;
  if (!scope.rights.module(module.name).access || !scope.rights.canFilter(module, field.name)) return false;
  const own = unit.pendingIn(module).find(({ document }) => document._id === id);
  const same = field.keys
    .filter((key) => keys.includes(key.id))
    .flatMap((key): FilterNode[] => {
      const value = own?.keys[key.id];
      return typeof value === 'string' || typeof value === 'number' ? [{ kind: 'equals', key, values: [value] }] : [];
    });
  if (same.length === 0) return false;
  const access = scope.rights.visibilityFilter(module);
  const holders = await services.store.findIds({
    collection: module.storage.name,
    filter: allOf([...same, deletedNode(scope, module, true), notOf({ kind: 'ids', ids: [id] })]),
    sort: [],
    limit: 1,
    ...(access === undefined ? {} : { access }),
  });
  return holders.length > 0;
}
