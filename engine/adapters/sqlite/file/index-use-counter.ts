import type Database from 'better-sqlite3';

/** Number of queries that used an index, by its name; the use of the table of a list key by the name of that table. */
export type IndexUseCounts = ReadonlyMap<string, number>;

/** Texts whose indexes are not known yet; above this many the oldest is explained. */
const MAX_TEXTS = 2000;
/** Texts whose indexes are remembered; above this many they are found again. */
const MAX_KNOWN = 2000;

const USED_INDEX = /\bUSING (?:COVERING )?INDEX (\S+)/g;
const LIST_TABLE = /"([^"]+~l~[^"]+)"/g;

/**
 * Counts which indexes the statements of a connection use. A run costs one addition: the indexes of a text are read from
 * SQLite only when the counts are taken.
 */
export class IndexUseCounter {
  readonly #db: Database.Database;
  readonly #runs = new Map<string, number>();
  readonly #known = new Map<string, readonly string[]>();
  #schemaVersion: unknown;
  #counts = new Map<string, number>();

  constructor(db: Database.Database) {
    this.#db = db;
  }

  add(text: string, runs: number): void {
    if (runs === 0 || !text.startsWith('SELECT')) return;
    this.#runs.set(text, (this.#runs.get(text) ?? 0) + runs);
    const [oldest] = this.#runs;
    if (this.#runs.size <= MAX_TEXTS || oldest === undefined) return;
    this.#runs.delete(oldest[0]);
    this.#resolve(...oldest);
  }

  /** The counts since the last call. */
  take(): IndexUseCounts {
    const version = this.#db.pragma('schema_version', { simple: true });
    // Plans may differ once an index was created or dropped.
    if (version !== this.#schemaVersion) this.#known.clear();
    this.#schemaVersion = version;
    for (const [text, runs] of this.#runs) this.#resolve(text, runs);
    this.#runs.clear();
    const counts = this.#counts;
    this.#counts = new Map();
    return counts;
  }

  #resolve(text: string, runs: number): void {
    let names = this.#known.get(text);
    if (names === undefined) {
      names = this.#findIndexes(text);
      if (this.#known.size >= MAX_KNOWN) this.#known.clear();
      this.#known.set(text, names);
    }
    for (const name of names) this.#counts.set(name, (this.#counts.get(name) ?? 0) + runs);
  }

  /** No index, too, when the text no longer compiles because its index was dropped. */
  #findIndexes(text: string): readonly string[] {
    // Values are never written into a text, hence each "?" is a parameter. A plan does not depend on them.
    const params = Array.from({ length: text.split('?').length - 1 }, () => null);
    try {
      const rows = this.#db.prepare(`EXPLAIN QUERY PLAN ${text}`).raw(true).all(params) as unknown[][];
      const indexes = rows.flatMap((row) => [...String(row[3]).matchAll(USED_INDEX)].map(([, name = '']) => name));
      const lists = [...text.matchAll(LIST_TABLE)].map(([, name = '']) => name);
      return [...new Set([...indexes, ...lists])];
    } catch {
      return [];
    }
  }
}
