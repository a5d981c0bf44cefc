import { once } from 'node:events';
import { Readable } from 'node:stream';
import readSpreadsheet from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import { MusterError } from '../errors/index.ts';
import type { Cell } from './cell.ts';
import { formatCsvLine, writeCsv } from './csv.ts';
import { writeNdjson } from './ndjson.ts';
import { writeSheet } from './xlsx/write-sheet.ts';
import { maxSheetRecords, writeWorkbook } from './xlsx/write-workbook.ts';

async function* listOf<Item>(items: readonly Item[], failure?: Error): AsyncGenerator<Item> {
  for (const item of items) yield await Promise.resolve(item);
  if (failure !== undefined) throw failure;
}

const listPieces = async (pieces: AsyncIterable<Buffer>): Promise<readonly Buffer[]> => {
  const list: Buffer[] = [];
  for await (const piece of pieces) list.push(piece);
  return list;
};

const collect = async (pieces: AsyncIterable<Buffer>): Promise<Buffer> => Buffer.concat(await listPieces(pieces));

const readRows = async (head: readonly string[], rows: readonly (readonly Cell[])[]) =>
  (await readSpreadsheet(await collect(writeWorkbook('A/B', head, listOf(rows)))))[0];

describe('A CSV file', () => {
  it.each([
    [['a', 'b,c', 'say "x"', 'two\nlines'], 'a,"b,c","say ""x""","two\nlines"\r\n'],
    [['=1', '+1', '-1.5', '@a', '\tb', '-a', '+44 20'], "'=1,+1,-1.5,'@a,'\tb,'-a,'+44 20\r\n"],
  ])('has %j as a line', (cells, line) => {
    expect(formatCsvLine(cells)).toBe(line);
  });

  it('begins with a byte order mark and comes in pieces', async () => {
    const rows = Array.from({ length: 3_000 }, (_, at) => [String(at), 'x'.repeat(50)]);
    const pieces = await listPieces(writeCsv(['No', 'Text'], listOf(rows)));
    expect(pieces.length).toBeGreaterThan(2);
    const lines = Buffer.concat(pieces).toString().split('\r\n');
    expect(lines[0]).toBe('\uFEFFNo,Text');
    expect(lines).toHaveLength(3_002);
  });

  it('fails with its rows, and is then not complete', async () => {
    await expect(collect(writeCsv(['No'], listOf([['1']], new MusterError('store_unavailable'))))).rejects.toThrow(MusterError);
  });
});

describe('An NDJSON file', () => {
  it('ends with a line about an error', async () => {
    const describeError = (error: unknown) => ({ code: (error as MusterError).code });
    const text = (await collect(writeNdjson(listOf([{ a: 1 }], new MusterError('store_unavailable')), describeError))).toString();
    expect(text).toBe('{"a":1}\n{"code":"store_unavailable"}\n');
  });
});

describe('An XLSX file', () => {
  it('has values of each kind, and more columns than letters', async () => {
    const head = Array.from({ length: 30 }, (_, at) => `Column ${at}`);
    const row: Cell[] = head.map((_, at) => at);
    row[0] = { kind: 'day', day: '1900-03-01' };
    row[1] = { kind: 'day', day: '1850-01-01' };
    row[2] = undefined;
    row[3] = 'a <b> & "c"\u0001 _x0041_ \ud83d\ude00';
    row[4] = { kind: 'money', dollars: 1.5 };
    row[5] = false;
    row[6] = { kind: 'instant', local: Date.UTC(2026, 6, 1, 12, 5, 9) };
    const sheet = await readRows(head, [row]);
    expect(sheet?.sheet).toBe('A B');
    const [names, values] = sheet?.data ?? [];
    expect(names).toEqual(head);
    expect(values?.slice(0, 8)).toEqual([
      ...[new Date('1900-03-01T00:00:00Z'), '01/01/50', null, 'a <b> & "c" _x0041_ \ud83d\ude00', 1.5, false],
      ...[new Date('2026-07-01T12:05:09Z'), 7],
    ]);
    expect(values?.at(-1)).toBe(29);
  });

  it('cuts a text off that is longer than a cell of Excel', async () => {
    const sheet = await readRows(['Text'], [['x'.repeat(40_000)]]);
    expect(sheet?.data[1]?.[0]).toBe(`${'x'.repeat(32_766)}\u2026`);
  });

  it('has a header that is bold and stays in place', async () => {
    const xml = (await collect(writeSheet(['Name'], listOf([])))).toString();
    expect(xml).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>');
    expect(xml).toContain('<row r="1"><c r="A1" s="1" t="inlineStr">');
  });

  it('holds fewer records the more columns they have', () => {
    expect(maxSheetRecords(1)).toBe(1_048_575);
    expect(maxSheetRecords(100)).toBe(300_000);
  });

  it('fails with its rows, and ends them if nobody reads on', async () => {
    await expect(collect(writeWorkbook('A', ['No'], listOf([[1]], new MusterError('store_unavailable'))))).rejects.toThrow(MusterError);
    let isClosed = false;
    const endless = async function* (): AsyncGenerator<readonly Cell[]> {
      try {
        for (let at = 0; ; at += 1) yield await Promise.resolve([at, Math.random()]);
      } finally {
        isClosed = true;
      }
    };
    const file = Readable.from(writeWorkbook('A', ['No', 'Random'], endless()), { objectMode: false });
    for (let size = 0; size < 100_000; ) size += ((await once(file, 'data')) as [Buffer])[0].length;
    file.destroy();
    await expect.poll(() => isClosed).toBe(true);
  });
});
