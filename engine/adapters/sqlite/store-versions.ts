import type { VersionedArea } from '../../ports/index.ts';
import type { ChangeLog } from './change-log.ts';
import type { Connection } from './connection.ts';
import { META_TABLE } from './store-tables.ts';

/**
 * The commit position and the versions of definitions and rights, held in memory and checked by `data_version`, which
 * SQLite changes when another connection committed. Then all that is kept in memory is forgotten.
 */
export class StoreVersions {
  position = 0;
  definitions = 0;
  rights = 0;
  readonly #connection: Connection;
  readonly #log: ChangeLog;
  #dataVersion = -1;

  constructor(connection: Connection, log: ChangeLog) {
    this.#connection = connection;
    this.#log = log;
    this.look();
  }

  /** Before each read, and with the write lock held: notices what other processes committed. */
  look(): void {
    const current = this.#connection.first('PRAGMA data_version', [])?.[0] as number;
    if (current === this.#dataVersion) return;
    this.#dataVersion = current;
    this.#read();
  }

  /** A transaction of ours failed, perhaps after it reached the disk: nothing held is sure. */
  doubt(): void {
    this.#dataVersion = -1;
  }

  /** Our own transaction stands. */
  committed(position: number, bumped: ReadonlySet<VersionedArea>): void {
    this.position = position;
    if (bumped.has('definitions')) this.definitions += 1;
    if (bumped.has('rights')) this.rights += 1;
  }

  #read(): void {
    const rows = this.#connection.all(`SELECT name, value FROM ${META_TABLE}`, []);
    const values = new Map(rows.map(([name, value]) => [String(name), Number(value)]));
    const position = values.get('position') ?? 0;
    if (position !== this.position) this.#log.forget();
    this.position = position;
    this.definitions = values.get('definitions') ?? 0;
    this.rights = values.get('rights') ?? 0;
  }
}
