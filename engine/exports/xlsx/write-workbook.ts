import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { Cell } from '../cell.ts';
import { escapeXml, MAX_ROWS, writeSheet } from './write-sheet.ts';

/** Cells of a sheet that Excel opens in reasonable time. */
const MAX_CELLS = 30_000_000;

/** The number of records that a sheet holds with this number of columns. */
export function maxSheetRecords(columns: number): number {
  return Math.min(MAX_ROWS - 1, Math.floor(MAX_CELLS / Math.max(1, columns)));
}

/** Fast rather than small: a sheet is packed to a tenth of its size at any level. */
const COMPRESSION = { compressionLevel: 3 };

/** An XLSX file with one sheet, as a stream. Errors: `export_too_large` for more than Excel reads, and those of `rows`. */
export async function* writeWorkbook(title: string, head: readonly string[], rows: AsyncIterable<readonly Cell[]>): AsyncGenerator<Buffer> {
  const archive = new ZipFile();
  const output = archive.outputStream as Readable;
  const sheet = Readable.from(writeSheet(head, rows), { objectMode: false });
  // The archive itself reports no errors of what it reads in its output.
  sheet.once('error', (error) => output.destroy(error));
  addXml(archive, '[Content_Types].xml', CONTENT_TYPES);
  addXml(archive, '_rels/.rels', relations(['officeDocument', 'xl/workbook.xml']));
  addXml(archive, 'xl/workbook.xml', workbook(title));
  addXml(archive, 'xl/_rels/workbook.xml.rels', relations(['worksheet', 'worksheets/sheet1.xml'], ['styles', 'styles.xml']));
  addXml(archive, 'xl/styles.xml', STYLE_SHEET);
  archive.addReadStream(sheet, 'xl/worksheets/sheet1.xml', COMPRESSION);
  archive.end();
  try {
    for await (const piece of output) yield piece as Buffer;
  } finally {
    sheet.destroy();
  }
}

function addXml(archive: ZipFile, name: string, xml: string): void {
  archive.addBuffer(Buffer.from(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${xml}`), name, COMPRESSION);
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const CONTENT_TYPES =
  '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
  '<Default Extension="xml" ContentType="application/xml"/>' +
  `<Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/>` +
  `<Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/>` +
  `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/></Types>`;

function relations(...targets: readonly (readonly [string, string])[]): string {
  const list = targets.map(([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${RELATIONS}/${type}" Target="${target}"/>`);
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list.join('')}</Relationships>`;
}

function workbook(title: string): string {
  const sheet = `<sheet name="${escapeXml(sheetName(title))}" sheetId="1" r:id="rId1"/>`;
  return `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${sheet}</sheets></workbook>`;
}

/** A name that Excel accepts: at most 31 characters, without those that formulas use. */
function sheetName(title: string): string {
  const name = title
    .replace(/[[\]:*?/\\]/g, ' ')
    .slice(0, 31)
    .replace(/^'+|'+$/g, '')
    .trim();
  return name === '' || name.toLowerCase() === 'history' ? 'Records' : name;
}

/** The formats in the order of `STYLES`; the first is that of a cell without one. */
const STYLE_SHEET =
  `<styleSheet xmlns="${MAIN}"><numFmts count="3">` +
  '<numFmt numFmtId="164" formatCode="mm/dd/yy"/>' +
  '<numFmt numFmtId="165" formatCode="mm/dd/yy\\,\\ h:mm:ss\\ AM/PM"/>' +
  '<numFmt numFmtId="166" formatCode="&quot;$&quot;#,##0.00"/></numFmts>' +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5">' +
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>' +
  [164, 165, 166].map((id) => `<xf numFmtId="${id}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`).join('') +
  '</cellXfs></styleSheet>';
