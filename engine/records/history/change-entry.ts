import type { Actor } from '../../access/index.ts';
import type { StorePort } from '../../ports/index.ts';
import type { DefinitionSnapshot } from '../../registry/index.ts';
import { allOf, type FilterNode } from '#engine/model/filter';
import type { CollectionSchema, RecordKeys } from '#engine/model/compiled';
import type { JsonObject, RecordDocument } from '#engine/model/values';
import type { TraceError } from '#engine/model/wire';
import { defineKey } from '../documents/stored-document.ts';
import type { SaveKind, StartedWorkflow } from '../hooks.ts';

/** A save as stored in `_changes`. Its `_id` increases with time. */
export interface ChangeEntry {
  readonly _id: string;
  readonly _version: number;
  readonly module: string;
  readonly record_id: string;
  readonly kind: SaveKind;
  readonly batch_id: string;
  readonly at: string;
  readonly actor: Actor;
  /** Version of the record after the save; for a removal, its last version. */
  readonly version: number;
  /** Version of the definitions in which the fields have these names; absent in entries of earlier releases. */
  readonly definitions?: number;
  /** Names of the fields that changed. */
  readonly changed: readonly string[];
  /** Values of those fields before the save; missing ones are null. */
  readonly before: JsonObject;
  /** The changed fields that the requester set; the others were set by the product or a hook. Stored, so it keeps its first name. */
  readonly asked: readonly string[];
  /** The change whose in-transaction hook made this one; absent for a requested change. */
  readonly caused_by?: string;
  /** Made with the product's rights instead of the requester's. */
  readonly by_product?: boolean;
  /** The record that this one was merged into, if a merge marked it deleted. */
  readonly merged_into?: string;
  readonly allow_duplicates?: boolean;
  /** The hooks that led to the save, first one first; only stored if effects are pending. */
  readonly chain?: readonly string[];
  /** Conditional post-save hooks that apply to the save, as 'plugin/name'; only stored if there are any. */
  readonly conditional_effects?: readonly string[];
  /** The runs of workflows that the save starts; absent: none, and no run waits for it. */
  readonly workflows?: readonly StartedWorkflow[];
  /** 1 while post-save effects are pending. */
  readonly pending?: number;
  /** The whole record before the save; stored if effects are pending, and for a removal. */
  readonly before_record?: RecordDocument;
  /** The save is traced: the times of its effects are stored. */
  readonly traced?: boolean;
  /** When its effects ran, each attempt; only of a traced save. */
  readonly effect_times?: readonly EffectTime[];
  /** Failed attempts of effects, and other state of the effect runner. */
  readonly effects?: JsonObject;
}

/** An attempt of a post-save hook. */
export type EffectTime = {
  readonly plugin: string;
  readonly hook: string;
  /** ISO time of its begin. */
  readonly at: string;
  readonly milliseconds: number;
  /** Why it failed; null: it did not. */
  readonly error: TraceError | null;
};

/**
 * Keys of a change. `batch` is missing in the first change of a batch if that has the id of the batch, as the only save of
 * a request: it is found by its id. `pending` is 1 while its post-save effects are pending, and missing afterwards.
 */
export const CHANGE_KEYS = { batch: defineKey('batch'), pending: defineKey('pending', 'number') } as const;

/** One entry per save: the data for undo, and the outbox of post-save effects. */
export const CHANGES_COLLECTION: CollectionSchema = {
  name: '_changes',
  keys: Object.values(CHANGE_KEYS),
  indexes: [
    { keys: ['batch'], sparse: true },
    { keys: ['pending'], sparse: true },
  ],
  contains: [],
};

/** An entry with the current name of its module. It is not written back: the version of its names is that of the save. */
export function withCurrentModule({ moduleNames }: Pick<DefinitionSnapshot, 'moduleNames'>, entry: ChangeEntry): ChangeEntry {
  const { module, definitions } = entry;
  if (definitions === undefined || moduleNames.lastRename <= definitions) return entry;
  return { ...entry, module: moduleNames.current(module, definitions) };
}

/** A post-save hook, as entries name it. */
export function effectKeyOf({ plugin, name }: { readonly plugin: string; readonly name: string }): string {
  return `${plugin}/${name}`;
}

/** The keys of a change. */
export function changeKeysOf({ _id, batch_id: batch, pending }: Pick<ChangeEntry, '_id' | 'batch_id' | 'pending'>): RecordKeys {
  return { batch: batch === _id ? undefined : batch, pending };
}

/** Maximum number of changes in memory. */
const ROUND = 500;

/** The first change of a batch; undefined if there is no such batch. */
export async function findFirstChange(store: StorePort, batchId: string): Promise<ChangeEntry | undefined> {
  for await (const change of iterateChanges(store, batchId, 1)) return change;
  return undefined;
}

/** The changes of a batch as stored, in the order in which they were made. Reads one round at a time, so the batch can have any size. */
export async function* iterateChanges(store: StorePort, batchId: string, round = ROUND): AsyncIterable<ChangeEntry> {
  const [own] = await store.get(CHANGES_COLLECTION.name, [batchId]);
  const first = own?.document as unknown as ChangeEntry | undefined;
  if (first?.batch_id === batchId) yield first;
  const ofBatch: FilterNode = { kind: 'equals', key: CHANGE_KEYS.batch, values: [batchId] };
  let filter: FilterNode = ofBatch;
  for (;;) {
    const found = await store.find({ collection: CHANGES_COLLECTION.name, filter, sort: [], limit: round });
    for (const { document } of found) yield document as unknown as ChangeEntry;
    const last = found.at(-1)?.document._id;
    if (last === undefined || found.length < round) return;
    filter = allOf([ofBatch, { kind: 'idRange', gt: last }]);
  }
}

const DAY = 24 * 3_600_000;

const DEFAULT_UNDO_DAYS = 30;

/** For how many days a batch can be undone: the setting `undo_days`, default 30. */
export function undoDaysOf({ settings }: DefinitionSnapshot): number {
  return readDays(settings.get('undo_days')?.setting) ?? DEFAULT_UNDO_DAYS;
}

const DEFAULT_FILE_VERSION_DAYS = 90;

/** For how many days a file that another one replaced is kept: the setting `file_version_days`, default 90, and at least `undo_days`. */
export function fileVersionDaysOf(snapshot: DefinitionSnapshot): number {
  return Math.max(readDays(snapshot.settings.get('file_version_days')?.setting) ?? DEFAULT_FILE_VERSION_DAYS, undoDaysOf(snapshot));
}

/** For how many days audit entries are stored: the setting `audit_retention_days`; undefined, the default: forever. */
export function auditDaysOf({ settings }: DefinitionSnapshot): number | undefined {
  return readDays(settings.get('audit_retention_days')?.setting);
}

function readDays(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : undefined;
}

/** The time so many days before `now`, in epoch milliseconds. */
export function daysBefore(now: number, days: number): number {
  return now - days * DAY;
}

/** The lowest id that can be created at a time: ids are UUIDv7, in time order. */
export function lowestIdOf(moment: number): string {
  const time = Math.max(0, Math.floor(moment)).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-`;
}

const TIMED_ID = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** When an id was created, in epoch milliseconds; undefined if it does not contain the time. */
export function timeOfId(id: string): number | undefined {
  const [, high, low] = TIMED_ID.exec(id) ?? [];
  return high === undefined || low === undefined ? undefined : Number.parseInt(high + low, 16);
}
