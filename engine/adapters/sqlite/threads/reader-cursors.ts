import { Connection } from '../file/connection.ts';
import type { Statement } from '../query/statement.ts';

interface Cursor {
  readonly connection: Connection;
  readonly rids: Iterator<unknown>;
  readonly each: string;
}

/** Open cursors of a reader thread. Each has its own connection, so that it reads one snapshot until its end. */
export class ReaderCursors {
  readonly #file: string;
  readonly #countRun: (text: string) => void;
  readonly #open = new Map<number, Cursor>();

  /** `countRun` counts the statement of a cursor, whose connection is closed with it. */
  constructor(file: string, countRun: (text: string) => void) {
    this.#file = file;
    this.#countRun = countRun;
  }

  open(id: number, statement: Statement, each: string): true {
    const connection = new Connection({ file: this.#file, readonly: true, cacheKibibytes: 4096 });
    this.#countRun(statement.text);
    connection.statement('BEGIN').run();
    const rids = connection.statement(statement.text).iterate(statement.params);
    this.#open.set(id, { connection, rids, each });
    return true;
  }

  /** The next rows; fewer than requested at the end, where the cursor closes by itself. */
  next(id: number, max: number): unknown[] {
    const cursor = this.#open.get(id);
    const rows: unknown[] = [];
    while (cursor && rows.length < max) {
      const step = cursor.rids.next();
      if (step.done) {
        this.close(id);
        break;
      }
      rows.push(cursor.connection.first(cursor.each, step.value as unknown[]));
    }
    return rows;
  }

  close(id: number): true {
    const cursor = this.#open.get(id);
    this.#open.delete(id);
    cursor?.rids.return?.();
    cursor?.connection.close();
    return true;
  }
}
