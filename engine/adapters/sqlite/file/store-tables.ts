import { MusterError } from '../../../errors/index.ts';
import type { Connection } from './connection.ts';

/** Layout of the file that this adapter writes; stored in `user_version`. */
export const FILE_FORMAT_VERSION = 2;

export const META_TABLE = '"store~meta"';
export const SEQUENCE_TABLE = '"store~sequences"';

/** Throws `store_refused` for a file that is not of this layout, when it cannot be brought up to date because it is only read. */
export function assertStoreTables(connection: Connection, file: string): void {
  const layout = Number(connection.db.pragma('user_version', { simple: true }));
  if (layout !== FILE_FORMAT_VERSION)
    throw new MusterError('store_refused', {
      values: { where: file, cause: `its layout is ${layout}, this program reads layout ${FILE_FORMAT_VERSION}` },
    });
}

/**
 * Creates the adapter's own tables: the commit position with the versions, and the sequences. Throws `store_refused` for
 * a file of a newer layout, with both layouts in the message.
 */
export function prepareStoreTables(connection: Connection, file: string): void {
  const layout = Number(connection.db.pragma('user_version', { simple: true }));
  if (layout > FILE_FORMAT_VERSION) {
    throw new MusterError('store_refused', {
      values: { where: file, cause: `its layout is ${layout}, this program knows layouts up to ${FILE_FORMAT_VERSION}` },
    });
  }
  if (layout === FILE_FORMAT_VERSION) return;
  connection.db.exec(`
    BEGIN IMMEDIATE;
    CREATE TABLE IF NOT EXISTS ${META_TABLE} (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
    INSERT OR IGNORE INTO ${META_TABLE} VALUES ('position', 0), ('definitions', 1), ('rights', 1);
    CREATE TABLE IF NOT EXISTS ${SEQUENCE_TABLE} (name TEXT PRIMARY KEY, next INTEGER NOT NULL) WITHOUT ROWID;
    PRAGMA user_version = ${FILE_FORMAT_VERSION};
    COMMIT;
  `);
}
