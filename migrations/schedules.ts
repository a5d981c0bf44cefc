import type { CollectionSchema } from '#engine/model/compiled';
import type { StoredRecord, StoreWrite } from '../engine/ports/index.ts';
import type { Migration } from './migration.ts';
import { rewriteDocuments } from './rewrite-documents.ts';

const JOBS: CollectionSchema = { name: '_jobs', keys: [], indexes: [], contains: [] };
const SCHEDULES: CollectionSchema = { name: '_schedules', keys: [], indexes: [], contains: [] };

/** The stored time of a job that never runs again. */
const NEVER = Number.MAX_SAFE_INTEGER;

/** The new names of the product's own jobs. */
const RENAMED: { readonly [id: string]: string } = {
  'muster/housekeeping': 'muster/remove-idempotency-keys',
  'muster/history': 'muster/remove-old-history',
  'muster/seal': 'muster/encrypt-sensitive-values',
  'muster/uploads': 'muster/remove-unused-uploads',
  'muster/webhooks': 'muster/remove-old-deliveries',
};

/** Moves the next times of scheduled jobs to their own collection, so that no run is skipped and no `once` job runs again. */
export const SCHEDULES_MIGRATION: Migration = {
  number: 5,
  name: 'schedules',
  async run({ store }) {
    await store.applySchemas([JOBS, SCHEDULES]);
    await rewriteDocuments(store, JOBS.name, (stored) => [insertSchedule(stored), removeJob(stored)]);
  },
};

function insertSchedule({ document: { _id, nextAt } }: StoredRecord): StoreWrite {
  const document = { _id: RENAMED[_id] ?? _id, _version: 1, schedule: null, nextAt: nextAt === NEVER ? null : (nextAt ?? null) };
  return { kind: 'insert', collection: SCHEDULES.name, document, keys: {}, definitionVersion: 0 };
}

function removeJob({ document: { _id, _version } }: StoredRecord): StoreWrite {
  return { kind: 'remove', collection: JOBS.name, id: _id, previousKeys: {}, expectedVersion: _version };
}
