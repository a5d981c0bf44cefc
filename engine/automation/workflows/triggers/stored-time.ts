import type { CollectionSchema } from '#engine/model/compiled';
import type { RecordDocument } from '#engine/model/values';
import { defineKey } from '../../../records/index.ts';

/**
 * A time at which a workflow starts: for a record, or for all records of a schedule. `due` is missing once it was started, or while the record
 * has no date that lies ahead.
 */
export interface StoredTime {
  readonly _id: string;
  readonly _version: number;
  readonly workflow: string;
  /** Name that keys have for the module. */
  readonly module: string;
  /** Id of the record; absent: it is the time of a schedule. */
  readonly record_id?: string;
  /** Epoch milliseconds. */
  readonly due?: number;
  /** For a schedule: the cron expression and the time zone that `due` was computed with. */
  readonly schedule?: string;
}

export const TIME_KEYS = { due: defineKey('due', 'number') } as const;

/** The times at which workflows start. What is due is one range of the index. */
export const TIMES_COLLECTION: CollectionSchema = {
  name: '_workflow_times',
  keys: [TIME_KEYS.due],
  indexes: [{ keys: ['due'], sparse: true }],
  contains: [],
};

/** The id of the time of a workflow for a record. */
export function timeIdOf(workflow: string, record: string): string {
  return `${workflow}~${record}`;
}

/** A stored document as a time. */
export function readTime(document: RecordDocument): StoredTime {
  return document as unknown as StoredTime;
}
