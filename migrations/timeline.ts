import { AUDIT_KEYS_MIGRATION } from './audit-keys.ts';
import type { Migration } from './migration.ts';

/** All migrations, in order. The last one's number is the version of the data that this code writes. */
export const MIGRATIONS: readonly Migration[] = [
  {
    number: 1,
    name: 'first-version',
    // Where the timeline begins: stores made before it had no version, and need no change.
    run: async () => undefined,
  },
  AUDIT_KEYS_MIGRATION,
];
