import type { CollectionSchema } from '#engine/model/compiled';
import { MAIL_SINK_COLLECTION } from '../adapters/mail-sink/index.ts';
import { SCHEDULES_COLLECTION, WORKFLOW_COLLECTIONS } from '../automation/index.ts';
import { ALIAS_USES_COLLECTION, CONVERSIONS_COLLECTION, DRAFTS_COLLECTION } from '../change-sets/index.ts';
import { EXPORTS_COLLECTION } from '../export-jobs/index.ts';
import { IMPORT_COLLECTIONS } from '../imports/index.ts';
import { INDEX_USES_COLLECTION } from '../indexes/index.ts';
import { SIGNALS_COLLECTION } from '../live/index.ts';
import { NOTIFICATIONS_COLLECTION, PREFERENCES_COLLECTION } from '../notifications/index.ts';
import { PLUGIN_DATA_COLLECTION, SECRETS_COLLECTION } from '../plugin-host/index.ts';
import { RECORD_COLLECTIONS } from '../records/index.ts';
import { SWITCHES_COLLECTION, TRACES_COLLECTION } from '../save-traces/index.ts';
import { SESSION_COLLECTIONS } from '../sessions/index.ts';
import { WEBHOOK_COLLECTIONS } from '../webhooks/index.ts';

/** The collections of every package, besides those of the registry, the queue and the modules. */
export const PRODUCT_COLLECTIONS: readonly CollectionSchema[] = [
  ...RECORD_COLLECTIONS,
  ...SESSION_COLLECTIONS,
  SIGNALS_COLLECTION,
  MAIL_SINK_COLLECTION,
  SCHEDULES_COLLECTION,
  ...WORKFLOW_COLLECTIONS,
  INDEX_USES_COLLECTION,
  CONVERSIONS_COLLECTION,
  ALIAS_USES_COLLECTION,
  DRAFTS_COLLECTION,
  PLUGIN_DATA_COLLECTION,
  SECRETS_COLLECTION,
  NOTIFICATIONS_COLLECTION,
  PREFERENCES_COLLECTION,
  ...WEBHOOK_COLLECTIONS,
  ...IMPORT_COLLECTIONS,
  EXPORTS_COLLECTION,
  TRACES_COLLECTION,
  SWITCHES_COLLECTION,
];
