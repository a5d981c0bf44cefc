import { describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { createTableFile } from '../../exports/index.ts';
import { openSource } from './open-source.ts';
import type { ContentSource, ReadChoice, SourceCell } from './source.ts';
import { openArchive } from './zip-archive.ts';

function sourceOf(bytes: Buffer): ContentSource {
  return {
    size: bytes.length,
    open: async (range) =>
      (async function* (): AsyncGenerator<Uint8Array> {
        const part = range === undefined ? bytes : bytes.subarray(range.start, range.end + 1);
        for (let at = 0; at < part.length; at += 1_000) yield await Promise.resolve(part.subarray(at, at + 1_000));
      })(),
  };
}

async function collect(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}

async function archive(parts: { readonly [name: string]: string }): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return collect(zip.outputStream as AsyncIterable<Buffer>);
}

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A workbook with the sheets One and Two, as other programs write it: shared texts, styles, prefixes and dates. */
function workbookOf(one: string, two = '', more: { readonly [name: string]: string } = {}): Promise<Buffer> {
  return archive({
    'xl/workbook.xml':
      '<workbook><sheets><sheet name="One" sheetId="1" r:id="r1"/><sheet name="Two &amp; more" sheetId="2" r:id="r2"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      `<Relationships><Relationship Id="r1" Type="${RELATIONS}/worksheet" Target="worksheets/a.xml"/>` +
      `<Relationship Id="r2" Type="${RELATIONS}/worksheet" Target="/xl/worksheets/b.xml"/>` +
      `<Relationship Id="r3" Type="${RELATIONS}/sharedStrings" Target="sharedStrings.xml"/>` +
      `<Relationship Id="r4" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
    'xl/sharedStrings.xml':
      '<sst><si><t>Name</t></si><si><r><t>A</t></r><r><t xml:space="preserve"> &lt;b&gt;</t></r><rPh><t>x</t></rPh></si></sst>',
    'xl/styles.xml':
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="[Red]dd/mm/yy"/><numFmt numFmtId="165" formatCode="&quot;day&quot; 0"/></numFmts>' +
      '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="22"/><xf numFmtId="165"/></cellXfs></styleSheet>',
    'xl/worksheets/a.xml': `<x:worksheet><x:sheetData>${one}</x:sheetData></x:worksheet>`,
    'xl/worksheets/b.xml': `<worksheet><sheetData>${two}</sheetData></worksheet>`,
    ...more,
  });
}

async function read(bytes: Buffer, choice: ReadChoice = {}, name = 'file'): Promise<readonly (readonly SourceCell[])[]> {
  const opened = await openSource(sourceOf(bytes), name, undefined, choice);
  const rows: (readonly SourceCell[])[] = [];
  for await (const { number, cells } of opened.rows) rows.push([number, ...cells]);
  return rows;
}

describe('An XLSX file', () => {
  it('that the product wrote has its texts, numbers, dates and booleans', async () => {
    const rows = async function* () {
      yield await Promise.resolve(['a <b> & "c"', 1.5, true, { kind: 'day', day: '2026-02-28' } as const, undefined, 'end'] as const);
    };
    const head = ['A', 'B', 'C', 'D', 'E', 'F'];
    const bytes = await collect(createTableFile({ title: 'Tools', day: '2026-01-02', format: 'xlsx', head, rows: rows() }).body);
    expect(await read(bytes)).toEqual([
      [1, 'A', 'B', 'C', 'D', 'E', 'F'],
      [2, 'a <b> & "c"', 1.5, true, '2026-02-28', null, 'end'],
    ]);
  });

  it('that another program wrote has shared texts, dates by their formats, errors and results of formulas', async () => {
    const cells =
      '<x:c r="A1" t="s"><x:v>0</x:v></x:c><x:c r="B1" t="s"><x:v>1</x:v></x:c><x:c r="D1" s="1"><x:v>46081</x:v></x:c>' +
      '<x:c r="E1" s="2"><x:v>46081.604166666664</x:v></x:c><x:c r="F1" s="3"><x:v>7</x:v></x:c><x:c r="G1" t="e"><x:v>#N/A</x:v></x:c>' +
      '<x:c r="H1" t="str"><x:f>1&amp;2</x:f><x:v>12</x:v></x:c><x:c r="I1"><x:f>1+1</x:f></x:c><x:c r="J1" t="b"><x:v>0</x:v></x:c>';
    const bytes = await workbookOf(`<x:row r="3">${cells}</x:row><x:row r="4"/><x:row r="9"><x:c><x:v>1</x:v></x:c></x:row>`);
    expect(await read(bytes)).toEqual([
      [3, 'Name', 'A <b>', null, '2026-02-28', '2026-02-28 14:30:00', 7, '#N/A', '12', null, false],
      [9, 1],
    ]);
  });

  it('has a sheet by its name', async () => {
    const bytes = await workbookOf('', '<row><c t="inlineStr"><is><t>two</t></is></c></row>');
    expect(await read(bytes, { sheet: 'Two & more' })).toEqual([[1, 'two']]);
    await expect(read(bytes, { sheet: 'Three' })).rejects.toMatchObject({ code: 'import_file_invalid' });
    const { sheet, sheets, format } = await openSource(sourceOf(bytes), 'x', undefined, {});
    expect({ sheet, sheets, format }).toEqual({ sheet: 'One', sheets: ['One', 'Two & more'], format: 'xlsx' });
  });

  it('is refused if it unpacks to more than it may, whatever its archive says about its size', async () => {
    const bytes = await archive({ 'xl/a.xml': '<a/>'.repeat(100_000) });
    // The sizes in the list of the archive are wrong.
    const lying = Buffer.from(bytes);
    lying.writeUInt32LE(10, lying.lastIndexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02])) + 24);
    const unpack = async (one: Buffer, limit: number): Promise<number> => {
      const entry = (await openArchive(sourceOf(one))).get('xl/a.xml');
      if (entry === undefined) throw new Error('There is no entry');
      return (await collect(entry.unpack(limit))).length;
    };
    expect(await unpack(bytes, 400_000)).toBe(400_000);
    await expect(unpack(bytes, 399_999)).rejects.toMatchObject({
      code: 'import_file_invalid',
      message: expect.stringContaining('too large'),
    });
    await expect(unpack(lying, 400_000)).rejects.toMatchObject({ code: 'import_file_invalid' });
    const bomb = await workbookOf('', '', { 'xl/styles.xml': `<a>${' '.repeat(900_000)}</a>`.repeat(40) });
    await expect(read(bomb)).rejects.toMatchObject({ code: 'import_file_invalid', message: expect.stringContaining('too large') });
  });

  it('is refused with entities, too many columns, a damaged archive, and if it is of an old Excel', async () => {
    const entities = '<!DOCTYPE a [<!ENTITY b "c">]><row/>';
    await expect(read(await workbookOf(entities))).rejects.toMatchObject({ code: 'import_file_invalid' });
    await expect(read(await workbookOf('<x:row><x:c r="XFD1"><x:v>1</x:v></x:c></x:row>'))).rejects.toMatchObject({
      code: 'import_columns_many',
    });
    const whole = await workbookOf('<x:row/>');
    await expect(read(whole.subarray(0, whole.length - 100))).rejects.toMatchObject({ code: 'import_file_invalid' });
    await expect(read(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2]))).rejects.toMatchObject({ code: 'import_file_invalid' });
  });
});

describe('An NDJSON file', () => {
  it('has a column for each name, also for those of later lines', async () => {
    const text = '{"a":1,"__proto__":"x"}\n\n{"b":["y"],"a":null}\n';
    const opened = await openSource(sourceOf(Buffer.from(text)), 'file.ndjson', undefined, {});
    const rows: unknown[] = [];
    for await (const row of opened.rows) rows.push(row);
    expect(rows).toEqual([
      { number: 1, cells: [1, 'x'] },
      { number: 3, cells: [null, null, ['y']] },
    ]);
    expect(opened.names).toEqual(['a', '__proto__', 'b']);
  });

  it.each(['[1]', '"text"', '{"a":', '{"a":"\\ud800"}', `${'{"a":'.repeat(30)}1${'}'.repeat(30)}`])(
    'is refused with the line %s',
    async (line) => {
      await expect(read(Buffer.from(`{"a":1}\n${line}`), {}, 'file.jsonl')).rejects.toMatchObject({
        code: 'import_file_invalid',
        message: expect.stringContaining('line 2'),
      });
    },
  );
});
