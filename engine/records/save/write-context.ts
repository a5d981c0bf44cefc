import type { AccessScope, Actor } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import type { CompiledModule } from '#engine/model/compiled';
import type { JsonObject, RecordDocument } from '#engine/model/values';
import type { WriteOptions } from '../contract.ts';
import type { OperationWarning } from '../read/read-contract.ts';
import { findFirstChange } from '../history/change-entry.ts';
import type { SaveKind } from '../hooks.ts';
import { PendingCalculations } from '../calculations/pending-calculations.ts';
import { fillLinkKeys } from '../links/fill-link-keys.ts';
import type { RecordServices } from '../record-services.ts';
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
  /** The request named its batch, which may have begun before. */
  readonly joinsBatch: boolean;
  readonly allowDuplicates: boolean;
  readonly changeSource: string;
  readonly quiet: boolean;
  /** The hooks of earlier commits that led to this one, first one first. */
  readonly chain: readonly string[];
  /** The turns that its saves have taken, by the id of the record: see `findUserInTurn`. */
  readonly turns: Map<string, Turn>;
  /** The ids of the traces of its saves; undefined: they are not traced. */
  readonly traces: string[] | undefined;
}

/** One attempt to build a unit; a stale unit is built again in a new attempt. */
export interface SaveAttempt extends WriteContext {
  readonly unit: UnitOfWorkBuilder;
  /** The records that are calculated from those that the unit writes. */
  readonly calculations: PendingCalculations<SaveAttempt>;
  /** The highest running numbers of the records that the unit writes, by sequence. */
  readonly numbers: Map<string, number>;
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
    joinsBatch: options.batchId !== undefined,
    allowDuplicates: options.allowDuplicates === true,
    changeSource: options.changeSource ?? 'direct record',
    quiet: options.quiet === true,
    chain: options.chain ?? [],
    turns: new Map(),
    traces: services.tracer === undefined ? undefined : (options.traces ?? (services.tracer.isOn(actor.userId) ? [] : undefined)),
  };
}

/** The given batch if it belongs to the actor or does not exist yet, else a new one. */
async function resolveBatchId(services: RecordServices, actor: Actor, batchId: string): Promise<string> {
  if (actor.kind === 'system') return batchId;
  if (!BATCH_ID.test(batchId)) return services.ids.next();
  const owner = (await findFirstChange(services.store, batchId))?.actor;
  return owner === undefined || owner.userId === actor.userId ? batchId : services.ids.next();
}

/** A new, empty attempt. */
export function beginAttempt(context: WriteContext, isRetry = false): SaveAttempt {
  const now = context.services.clock.now();
  // Does not use spread: in V8, adding properties to an object that was created by spread takes ten times as long.
  return Object.assign({}, context, {
    unit: new UnitOfWorkBuilder(context.services, context.scope),
    calculations: new PendingCalculations<SaveAttempt>(),
    numbers: new Map<string, number>(),
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
