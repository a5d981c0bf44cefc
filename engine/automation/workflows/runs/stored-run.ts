import type { CollectionSchema } from '#engine/model/compiled';
import type { JsonObject, JsonValue, RecordDocument } from '#engine/model/values';
import type { Actor } from '../../../access/index.ts';
import type { PendingApproval } from '../approvals/pending-approval.ts';
import type { StoreWrite } from '../../../ports/index.ts';
import { createDocumentWrite, defineKey } from '../../../records/index.ts';

/** The states of a run: it waits (to begin, for a time, a condition or another attempt), runs, or has ended. */
export const RUN_STATUSES = ['waiting', 'running', 'succeeded', 'failed', 'stopped'] as const;

/** The state of a run. */
export type RunStatus = (typeof RUN_STATUSES)[number];

/** What started a run. */
export type RunTrigger =
  | { readonly kind: 'save'; readonly change: string; readonly save: 'create' | 'update' }
  | { readonly kind: 'time' | 'schedule'; readonly at: number }
  | { readonly kind: 'button' }
  | { readonly kind: 'webhook' }
  | { readonly kind: 'workflow'; readonly run: string };

/** A step of a run, in the order in which they ended or began to wait. */
export type RunStep = {
  /** The ids of the steps that contain it, and its own: 'branch1/step2'; inside a loop with the id of the record. */
  readonly path: string;
  readonly type: string;
  readonly status: 'open' | 'waiting' | 'done' | 'failed';
  readonly at: number;
  readonly milliseconds: number;
  readonly attempts: number;
  readonly result?: JsonValue;
  readonly error?: RunError;
};

/** Why a step or a run failed, or was stopped. */
export type RunError = { readonly code: string; readonly text: string };

/** A run of a workflow as it is stored. Times in epoch milliseconds. */
export interface StoredRun {
  readonly _id: string;
  readonly _version: number;
  readonly workflow: string;
  /** Name of the workflow when it started. */
  readonly name: string;
  /** Name that keys have for the module. */
  readonly module: string;
  /** Id of the record; absent: it has none. */
  readonly record_id?: string;
  /** `module:id`, by which runs of a record are found. */
  readonly record?: string;
  readonly trigger: RunTrigger;
  /** Version of the definitions when it started. */
  readonly definitions: number;
  readonly conditions: readonly JsonObject[];
  /** Earlier values of changed fields. */
  readonly old?: JsonObject;
  /** The body of the webhook call. */
  readonly input?: JsonObject;
  readonly actor: Actor;
  /** The hooks and workflows that led to it, first one first. */
  readonly chain: readonly string[];
  readonly at: number;
  readonly status: RunStatus;
  readonly steps: readonly RunStep[];
  /** Milliseconds that its steps took. */
  readonly milliseconds: number;
  /** How often it was executed, begun or continued. */
  readonly attempts: number;
  readonly ended?: number;
  readonly error?: RunError;
  /** When it is continued; absent: it has ended, or waits for a save without a time-out. */
  readonly due?: number;
  /** 1: each save of its record continues it, to evaluate the condition that it waits for, or who its approvers are. */
  readonly on_save?: number;
  /** The approval that it waits for. */
  readonly approval?: PendingApproval;
  /** What it is found by: who may decide (ids of users, `role:id`, `lead:id` for the manager of a user), and `record:module:id`. */
  readonly approvers?: readonly string[];
}

export const RUN_KEYS = {
  record: defineKey('record'),
  workflow: defineKey('workflow'),
  status: defineKey('status'),
  at: defineKey('at', 'number'),
  due: defineKey('due', 'number'),
  approvers: defineKey('approvers', 'text', true),
} as const;

/** The runs of workflows: found by record, by workflow, by status and by the time at which they are continued. */
export const RUNS_COLLECTION: CollectionSchema = {
  name: '_workflow_runs',
  keys: Object.values(RUN_KEYS),
  indexes: [
    { keys: ['record', 'at'] },
    { keys: ['workflow', 'status', 'at'] },
    { keys: ['workflow', 'at'] },
    { keys: ['status', 'at'] },
    { keys: ['at'] },
    { keys: ['due'], sparse: true },
    { keys: ['approvers'], sparse: true },
  ],
  contains: [],
};

/** A stored document as a run. */
export function readRun(document: RecordDocument): StoredRun {
  return document as unknown as StoredRun;
}

/** The fields of a run without its id and version. */
export type RunFields = Omit<StoredRun, '_id' | '_version'>;

/** The write that inserts a run, or replaces it. */
export function writeRun(id: string, before: StoredRun | undefined, fields: RunFields): StoreWrite {
  return createDocumentWrite(RUNS_COLLECTION, id, before as unknown as RecordDocument | undefined, withoutUndefined(fields));
}

function withoutUndefined(fields: RunFields): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as JsonObject;
}

/** The changed fields of a run: undefined removes one. */
export type RunChange = { readonly [name in keyof RunFields]?: RunFields[name] | undefined };

/** The run after a change. */
export function changeRun(run: StoredRun, change: RunChange): StoredRun {
  return { ...run, ...change, _version: run._version + 1 } as StoredRun;
}

/** Whether a run has ended. */
export function hasEnded({ status }: Pick<StoredRun, 'status'>): boolean {
  return status === 'succeeded' || status === 'failed' || status === 'stopped';
}
