import { describe, expect, it } from 'vitest';
import { MusterError } from '../../errors/index.ts';
import type { ImportDelimiter } from '#engine/model/wire';
import { readCsv } from './read-csv.ts';

async function* piecesOf(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield await Promise.resolve(text.slice(at, at + size));
}

async function read(text: string, size = 1_000, delimiter: ImportDelimiter = ','): Promise<readonly (readonly unknown[])[]> {
  const rows: (readonly unknown[])[] = [];
  for await (const { number, cells } of readCsv(piecesOf(text, size), delimiter)) rows.push([number, ...cells]);
  return rows;
}

const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'none',
    (error: unknown) => (error instanceof MusterError ? error.code : error),
  );

describe('A CSV file', () => {
  const text = 'Name,Note\nAna,"two\nlines, and a ""quote"""\n\n  ,\nBo,=1+1\n';
  const rows = [
    [1, 'Name', 'Note'],
    [2, 'Ana', 'two\nlines, and a "quote"'],
    [5, 'Bo', '=1+1'],
  ];

  it.each([1, 2, 3, 7, 1_000])('is the same in pieces of %i characters', async (size) => {
    expect(await read(text, size)).toEqual(rows);
  });

  it('may end without a line break, and have another delimiter', async () => {
    expect(await read('a;b\n1;2', 2, ';')).toEqual([
      [1, 'a', 'b'],
      [2, '1', '2'],
    ]);
    expect(await read('a\tb', 1, '\t')).toEqual([[1, 'a', 'b']]);
  });

  it('is refused with the row of a quote that is never closed', async () => {
    await expect(read('a,b\n1,2\n3,"4\n5,6\n7,8')).rejects.toMatchObject({ code: 'import_quote_open', data: { row: 3 } });
    // Without its end in memory.
    await expect(read(`a,b\n1,"${'x,y\n'.repeat(400_000)}`, 65_536)).rejects.toMatchObject({ code: 'import_quote_open', data: { row: 2 } });
  });

  it('is refused with too many columns', async () => {
    expect(await codeOf(read(Array.from({ length: 10_000 }, (_, at) => `c${at}`).join(',')))).toBe('import_columns_many');
  });

  it('keeps names that a prototype has', async () => {
    expect(await read('__proto__,constructor\n1,2')).toEqual([
      [1, '__proto__', 'constructor'],
      [2, '1', '2'],
    ]);
  });
});
