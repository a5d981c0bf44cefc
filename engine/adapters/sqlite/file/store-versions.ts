import type { VersionedArea } from '../../../ports/index.ts';
import type { QueryCache } from '../cache/query-cache.ts';
import type { Connection } from './connection.ts';
import { META_TABLE } from './store-tables.ts';

/** The state that is stored in the file. */
export interface FileState {
  readonly position: number;
  readonly definitions: number;
  readonly rights: number;
  /** Number of the transaction that wrote this state. */
  readonly stamp: number;
}

/** Applies the transactions of this process that are committed but not yet in the change log. */
export interface LocalCommits {
  applyUpTo(state: FileState): void;
}

const STATE = `SELECT ${['position', 'definitions', 'rights', 'stamp'].map((name) => `(SELECT value FROM ${META_TABLE} WHERE name = '${name}')`).join(', ')}`;

export function readFileState(connection: Connection): FileState {
  const [position, definitions, rights, stamp] = (connection.first(STATE, []) ?? []) as (number | null)[];
  return { position: position ?? 0, definitions: definitions ?? 0, rights: rights ?? 0, stamp: stamp ?? 0 };
}

/**
 * Caches the commit position and the versions of definitions and rights. They are checked by `data_version`, which SQLite
 * changes when another connection committed. Commits of this process's writer thread are applied; after a commit of
 * another process all caches are cleared.
 */
export class StoreVersions {
  position = 0;
  definitions = 0;
  rights = 0;
  readonly #connection: Connection;
  readonly #cache: QueryCache;
  #localCommits: LocalCommits | undefined;
  #dataVersion = -1;

  constructor(connection: Connection, cache: QueryCache) {
    this.#connection = connection;
    this.#cache = cache;
    this.refresh();
  }

  attach(own: LocalCommits): void {
    this.#localCommits = own;
  }

  /**
   * Reads from one snapshot of the file, at which the change log ends: a cached value is exact only when it was read
   * here. `read` must be synchronous.
   */
  snapshot<T>(read: () => T): T {
    const connection = this.#connection;
    if (connection.db.inTransaction) return read();
    connection.statement('BEGIN').run();
    try {
      this.refresh();
      return read();
    } finally {
      connection.statement('COMMIT').run();
    }
  }

  /** Called before each read: detects new commits. */
  refresh(): void {
    const current = this.#connection.first('PRAGMA data_version', [])?.[0] as number;
    if (current === this.#dataVersion) return;
    this.#dataVersion = current;
    const state = readFileState(this.#connection);
    this.#localCommits?.applyUpTo(state);
    if (state.position !== this.position) this.#cache.drop();
    this.position = state.position;
    this.definitions = state.definitions;
    this.rights = state.rights;
  }

  /** Called when a transaction of this process was committed, from one position to another: its changes may then be added to the log. */
  advance(from: number, to: number, bumped: readonly VersionedArea[]): void {
    if (from !== this.position) this.#cache.drop();
    this.position = to;
    if (bumped.includes('definitions')) this.definitions += 1;
    if (bumped.includes('rights')) this.rights += 1;
  }
}
