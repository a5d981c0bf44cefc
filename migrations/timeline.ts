import { AUDIT_KEYS_MIGRATION } from './audit-keys.ts';
import { AUDIT_ROWS_MIGRATION } from './audit-rows.ts';
import { ENTRY_COLUMNS_MIGRATION } from './entry-columns.ts';
import type { Migration } from './migration.ts';
import { MODULE_PROPERTIES_MIGRATION } from './module-properties.ts';
import { PLAIN_NAMES_MIGRATION } from './plain-names.ts';
import { SCHEDULES_MIGRATION } from './schedules.ts';
import { WORKFLOW_DEFINITIONS_MIGRATION } from './workflow-definitions.ts';

/** All migrations, in order. The last one's number is the version of the data that this code writes. */
export const MIGRATIONS: readonly Migration[] = [
  {
    number: 1,
    name: 'first-version',
    // Start of the timeline: stores created before it had no version, and need no change.
    run: async () => undefined,
  },
  AUDIT_KEYS_MIGRATION,
  PLAIN_NAMES_MIGRATION,
  MODULE_PROPERTIES_MIGRATION,
  SCHEDULES_MIGRATION,
  AUDIT_ROWS_MIGRATION,
  ENTRY_COLUMNS_MIGRATION,
  WORKFLOW_DEFINITIONS_MIGRATION,
];
