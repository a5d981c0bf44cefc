import { setTimeout as wait } from 'node:timers/promises';
import type { AccessScope, Actor } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import type { CommitConflict, CommitResult, UnitOfWork } from '../../ports/index.ts';
import { allOf, notOf, type FilterNode } from '#engine/model/filter';
import type { CompiledField, CompiledModule } from '#engine/model/compiled';
import type { JsonObject, RecordDocument } from '#engine/model/values';
import type { WriteOptions } from '../contract.ts';
import type { OperationWarning } from '../read/read-contract.ts';
import { findFirstChange } from '../history/change-entry.ts';
import type { SaveKind } from '../hooks.ts';
import { deletedNode } from '../read/read-query.ts';
import { PendingCalculations } from '../calculations/pending-calculations.ts';
import { recalculateStaleRecords } from '../calculations/recalculate-stale-records.ts';
import { fillLinkKeys } from '../links/fill-link-keys.ts';
import type { RecordServices } from '../record-services.ts';
import { runInTurn } from './run-in-turn.ts';
import { UnitOfWorkBuilder, type UnitRecord } from './unit-of-work-builder.ts';

/** A place in the order of turns: the number of a sequence. */
export interface Turn {
  readonly sequence: string;
  readonly number: number;
}

/** What all saves of one request share. */
export interface WriteContext {
  readonly services: RecordServices;
  readonly scope: AccessScope;
  readonly batchId: string;
  readonly allowDuplicates: boolean;
  readonly changeSource: string;
  readonly quiet: boolean;
  /** The hooks of earlier commits that led to this one, first one first. */
  readonly chain: readonly string[];
  /** The turns that its saves have taken, by the id of the record: see `findUserInTurn`. */
  readonly turns: Map<string, Turn>;
}

/** One attempt to build a unit; a stale unit is built again in a new attempt. */
export interface SaveAttempt extends WriteContext {
  readonly unit: UnitOfWorkBuilder;
  /** The records that are calculated from those that the unit writes. */
  readonly calculations: PendingCalculations;
  /** An earlier attempt was not committed, because its reads or checks were stale. */
  readonly isRetry: boolean;
  /** The time of this attempt in epoch milliseconds and as ISO text, the same for all its writes. */
  readonly now: number;
  readonly at: string;
  readonly warnings: OperationWarning[];
  /** The batch begins with this unit: its first change has the id of the batch, so that it needs no key to be found by. */
  readonly startsBatch: boolean;
}

/** One requested save. */
export interface SaveRequest {
  readonly kind: SaveKind;
  readonly module: CompiledModule;
  /** The actor that the audit log records. */
  readonly actor: Actor;
  /** Rights are not checked, and fields set by the product may be written: for the product itself, and for changes by hooks. */
  readonly trusted: boolean;
  readonly id: string;
  /** The current record; absent for a create. */
  readonly before: UnitRecord | undefined;
  readonly fields: JsonObject;
  /** Fields of this save that the product sets or restores: their rights are not checked. */
  readonly trustedFields?: ReadonlySet<string> | undefined;
  /**
   * Records whose values are accepted as they are, such as those that are merged into this one: links that they contain are allowed
   * regardless of visibility, and their entries regardless of the columns.
   */
  readonly acceptedRecords?: readonly RecordDocument[];
  /** Rejected unless the record still has this version. */
  readonly expectedVersion?: number | undefined;
  /** For an update: hooks run even if no field changes. */
  readonly runHooksIfUnchanged?: boolean | undefined;
  /** The change that this save responds to, if an in-transaction hook makes it. */
  readonly causedBy?: string | undefined;
  /** For a deletion: the record that this one is merged into. */
  readonly mergedInto?: string;
  /** The hooks of this commit that led to it, first one first. */
  readonly links?: readonly string[] | undefined;
  /** Only calculated values change, because of other records: nobody edits the record. */
  readonly isCalculation?: boolean | undefined;
}

/** A save that was added to its unit. */
export interface SavedRecord {
  readonly document: RecordDocument;
  /** Id of its entry in `_changes`; absent when nothing changed. */
  readonly changeId: string | undefined;
}

const BATCH_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Begins a write: loads the current rights, and finds or creates its batch. */
export async function beginWrite(services: RecordServices, actor: Actor, options: WriteOptions): Promise<WriteContext> {
  assertNoCycle(options.chain ?? []);
  const scope = await services.access.scope(actor);
  await fillLinkKeys(services, scope);
  const batchId = options.batchId === undefined ? services.ids.next() : await resolveBatchId(services, actor, options.batchId);
  return {
    services,
    scope,
    batchId,
    allowDuplicates: options.allowDuplicates === true,
    changeSource: options.changeSource ?? 'direct record',
    quiet: options.quiet === true,
    chain: options.chain ?? [],
    turns: new Map(),
  };
}

/** The given batch if it belongs to the actor or does not exist yet, else a new one. */
async function resolveBatchId(services: RecordServices, actor: Actor, batchId: string): Promise<string> {
  if (actor.kind === 'system') return batchId;
  if (!BATCH_ID.test(batchId)) return services.ids.next();
  const owner = (await findFirstChange(services.store, batchId))?.actor;
  return owner === undefined || owner.userId === actor.userId ? batchId : services.ids.next();
}

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

/** A new, empty attempt. */
export function beginAttempt(context: WriteContext, isRetry = false): SaveAttempt {
  const now = context.services.clock.now();
  // Does not use spread: in V8, adding properties to an object that was created by spread takes ten times as long.
  return Object.assign({}, context, {
    unit: new UnitOfWorkBuilder(context.services, context.scope),
    calculations: new PendingCalculations(),
    isRetry,
    now,
    at: new Date(now).toISOString(),
    warnings: [],
    startsBatch: false,
  });
}

/** The attempt with a batch of its own. To be called after the record was read: ids of changes increase with its versions. */
export function startBatch(attempt: SaveAttempt): SaveAttempt {
  return Object.assign({}, attempt, { batchId: attempt.services.ids.next(), startsBatch: true });
}

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

/** Maximum number of hooks in a chain of saves; a longer chain counts as endless. */
const MAX_CHAIN_LENGTH = 8;

/** The name of a hook in a chain: 'tickets: inTransaction tickets balance'. */
export function formatHookName(hook: { readonly plugin: string; readonly name: string }, kind: string, module: string): string {
  return `${hook.plugin}: ${kind} ${module} ${hook.name}`;
}

/** Rejects a save that follows from too many hooks, across all commits. Errors: `plugin_cycle` with their names. */
export function assertNoCycle(chain: readonly string[]): void {
  if (chain.length < MAX_CHAIN_LENGTH) return;
  const last = chain.at(-1) ?? '';
  const round = [last, ...chain.slice(chain.lastIndexOf(last, -2) + 1)];
  throw new MusterError('plugin_cycle', { values: { chain: round.join(' → ') }, data: { plugin: last.split(':')[0] ?? '', chain: round } });
}
