import type { CollectionSchema } from '#engine/model/compiled';
import type { SaveTraceSummary, SaveTraceView, TraceResult, TraceStep } from '#engine/model/wire';
import type { RecordDocument } from '#engine/model/values';
import type { CipherPort, StorePort, StoreWrite } from '../ports/index.ts';
import {
  CHANGES_COLLECTION,
  createDocumentWrite,
  defineKey,
  type ChangeEntry,
  type SaveToReplay,
  type TracedSave,
} from '../records/index.ts';

/** A trace as it is stored. */
export interface StoredTrace extends TraceResult {
  readonly _id: string;
  readonly _version: number;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Id of the user who saved; absent: the product. */
  readonly user?: string;
  /** Name that keys have for the module. */
  readonly module: string;
  readonly record: string;
  readonly kind: SaveTraceSummary['kind'];
  /** Ids of its entries in `_changes`; absent in traces of earlier releases. */
  readonly changes?: readonly string[];
  /** The save itself, encrypted; null: it is too large, or cannot be run again. */
  readonly save: string | null;
}

export const TRACE_KEYS = {
  at: defineKey('at', 'number'),
  user: defineKey('user'),
  module: defineKey('module'),
  record: defineKey('record'),
  outcome: defineKey('outcome'),
} as const;

/** Traces of saves, for some days. */
export const TRACES_COLLECTION: CollectionSchema = {
  name: '_save_traces',
  keys: Object.values(TRACE_KEYS),
  indexes: [
    { keys: ['at'] },
    { keys: ['user', 'at'] },
    { keys: ['module', 'at'] },
    { keys: ['record', 'at'] },
    { keys: ['outcome', 'at'] },
  ],
  contains: [],
};

/** Characters of a save that can be replayed. */
const MAX_SAVE = 500_000;

/** The write that inserts a trace. What was saved may be sensitive, so it is encrypted as a whole. */
export function insertTrace(cipher: CipherPort, { id, at, module, kind, record, user, result, changes, save }: TracedSave): StoreWrite {
  const text = save === undefined ? undefined : JSON.stringify(save);
  const fields = {
    ...{ at, module: module.keyName, record, kind, changes, ...result },
    ...(user === undefined ? {} : { user }),
    save: text === undefined || text.length > MAX_SAVE ? null : cipher.encrypt(text, placeOf(id)),
  };
  return createDocumentWrite(TRACES_COLLECTION, id, undefined, fields);
}

/** The save of a trace; undefined: it is too large, or cannot be run again, or no key decrypts it. */
export function openSave(cipher: CipherPort, { _id, save }: StoredTrace): SaveToReplay | undefined {
  const text = save === null ? undefined : cipher.decrypt(save, placeOf(_id));
  return text === undefined ? undefined : (JSON.parse(text) as SaveToReplay);
}

function placeOf(id: string): string {
  return `_save_traces/${id}`;
}

/** A stored document as a trace. */
export function readTrace(document: RecordDocument): StoredTrace {
  return document as unknown as StoredTrace;
}

/** What a trace is called in the API. */
export interface TraceNames {
  readonly userName: string;
  /** Current name of the module. */
  readonly module: string;
}

/** A trace in a list. */
export function summarizeTrace(stored: StoredTrace, { userName, module }: TraceNames): SaveTraceSummary {
  const { _id, at, user, record, kind, outcome, error, milliseconds, queryCount } = stored;
  return {
    ...{ _id, at: new Date(at).toISOString(), user: user ?? null, userName, module, record, kind },
    ...{ outcome, error, milliseconds, queryCount },
  };
}

/** The post-save hooks of a traced save that have run, each attempt. Their entries are removed with the history. */
export async function readEffectSteps(store: Pick<StorePort, 'get'>, { at, changes = [] }: StoredTrace): Promise<readonly TraceStep[]> {
  if (changes.length === 0) return [];
  const entries = await store.get(CHANGES_COLLECTION.name, [...changes]);
  const times = entries.flatMap((entry) => (entry?.document as unknown as ChangeEntry | undefined)?.effect_times ?? []);
  return times.map(({ plugin, hook, at: began, milliseconds, error }) => ({
    kind: 'postSave',
    name: hook,
    plugin,
    depth: 0,
    start: Date.parse(began) - at,
    milliseconds,
    error,
    fields: [],
    queries: [],
    queryCount: 0,
    run: null,
  }));
}

/** A whole trace. */
export function describeTrace(stored: StoredTrace, names: TraceNames): SaveTraceView {
  const { steps, stepsLeftOut, save } = stored;
  return { ...summarizeTrace(stored, names), steps, stepsLeftOut, canReplay: save !== null };
}
