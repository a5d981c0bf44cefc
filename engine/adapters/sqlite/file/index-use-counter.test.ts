import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Connection } from './connection.ts';

describe('The uses of indexes that a connection counts', () => {
  let folder: string;
  let connection: Connection;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'muster-uses-'));
    connection = new Connection({ file: path.join(folder, 'muster.db'), readonly: false, cacheKibibytes: 1024 });
    connection.db.exec('CREATE TABLE t (id INTEGER PRIMARY KEY, a, b); CREATE INDEX "t~i~a" ON t(a); CREATE INDEX "t~i~b" ON t(b)');
    connection.db.exec('CREATE TABLE "t~l~c" (k, rid, PRIMARY KEY (k, rid)) WITHOUT ROWID');
  });
  afterEach(() => {
    connection.close();
    rmSync(folder, { recursive: true });
  });

  it('are counted for each run, and from 0 after they were taken', () => {
    for (const value of [1, 2, 3]) connection.all('SELECT * FROM t WHERE a = ?', [value]);
    connection.all('SELECT * FROM t WHERE a = ? OR b = ?', [1, 2]);
    expect(connection.takeIndexUses()).toEqual(
      new Map([
        ['t~i~a', 4],
        ['t~i~b', 1],
      ]),
    );
    expect(connection.takeIndexUses()).toEqual(new Map());
    connection.all('SELECT * FROM t WHERE a = ?', [4]);
    expect(connection.takeIndexUses()).toEqual(new Map([['t~i~a', 1]]));
  });

  it('count the table of a list, and no statement that writes', () => {
    connection.all('SELECT * FROM t WHERE id IN (SELECT rid FROM "t~l~c" WHERE k = ?)', ['x']);
    connection.statement('UPDATE t SET b = 1 WHERE a = ?').run([1]);
    expect(connection.takeIndexUses()).toEqual(new Map([['t~l~c', 1]]));
  });

  it('are not lost when statements leave the cache, however many there are', () => {
    const texts = Array.from({ length: 3500 }, (_, number) => `SELECT ${number} FROM t WHERE ${number % 2 === 0 ? 'a' : 'b'} = ?`);
    for (const text of texts) connection.first(text, [1]);
    connection.first(texts[0] ?? '', [2]);
    expect(connection.takeIndexUses()).toEqual(
      new Map([
        ['t~i~a', 1751],
        ['t~i~b', 1750],
      ]),
    );
  });

  it('follow the plans when an index is dropped or created', () => {
    const text = 'SELECT * FROM t WHERE a = ?';
    connection.first(text, [1]);
    expect(connection.takeIndexUses().get('t~i~a')).toBe(1);
    connection.first('SELECT * FROM t INDEXED BY "t~i~b" WHERE b = ?', [1]);
    connection.db.exec('DROP INDEX "t~i~b"; CREATE INDEX "t~i~a+b" ON t(a, b); DROP INDEX "t~i~a"');
    connection.first(text, [1]);
    expect(connection.takeIndexUses()).toEqual(new Map([['t~i~a+b', 1]]));
  });
});
