import type { CollectionSchema } from '#engine/model/compiled';
import type { SaveTraceSummary, SaveTraceView, TraceResult } from '#engine/model/wire';
import type { RecordDocument } from '#engine/model/values';
import type { CipherPort, StoreWrite } from '../ports/index.ts';
import { createDocumentWrite, defineKey, type SaveToReplay, type TracedSave } from '../records/index.ts';

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
  /** The save itself, encrypted; null: it is too large. */
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
export function insertTrace(cipher: CipherPort, { id, at, module, result, save }: TracedSave): StoreWrite {
  const text = JSON.stringify(save);
  const fields = {
    ...{ at, module: module.keyName, record: save.id, kind: save.kind, ...result },
    ...(save.actor.userId === undefined ? {} : { user: save.actor.userId }),
    save: text.length > MAX_SAVE ? null : cipher.encrypt(text, placeOf(id)),
  };
  return createDocumentWrite(TRACES_COLLECTION, id, undefined, fields);
}

/** The save of a trace; undefined: it is too large, or no key decrypts it. */
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

/** A whole trace. */
export function describeTrace(stored: StoredTrace, names: TraceNames): SaveTraceView {
  const { steps, stepsLeftOut, save } = stored;
  return { ...summarizeTrace(stored, names), steps, stepsLeftOut, canReplay: save !== null };
}
