import { createFileError, MAX_TEXTS, MAX_TEXTS_BYTES } from '../limits.ts';
import type { ContentSource } from './source.ts';
import { readAttribute, readXml, type XmlToken } from './xml-tokens.ts';
import { openArchive, type ArchiveEntry } from './zip-archive.ts';

/** A sheet of a workbook. */
export interface Sheet {
  readonly name: string;
  readonly entry: ArchiveEntry;
}

/** A workbook, without its sheets. */
export interface Workbook {
  readonly sheets: readonly Sheet[];
  /** The texts that cells refer to. */
  readonly texts: readonly string[];
  /** Whether the numbers of cells with this style are dates. */
  readonly dateStyles: readonly boolean[];
  /** Dates are numbered from 1904. */
  readonly is1904: boolean;
}

/** Bytes of the small parts of a workbook: its list of sheets, and its styles. */
const MAX_PART_BYTES = 32 * 1_048_576;

/** Reads what the sheets of an XLSX file refer to. Errors: `import_file_invalid`. */
export async function readWorkbook(source: ContentSource): Promise<Workbook> {
  const entries = await openArchive(source);
  const part = (name: string | undefined, limit = MAX_PART_BYTES): AsyncIterable<XmlToken> => readPart(entries, name, limit);
  const targets = await readTargets(part('xl/_rels/workbook.xml.rels'));
  const { named, is1904 } = await readSheets(part('xl/workbook.xml'));
  const sheets = named.flatMap(({ name, target }) => {
    const entry = entries.get(targets.byId.get(target) ?? '');
    return entry === undefined ? [] : [{ name, entry }];
  });
  if (sheets.length === 0) throw createFileError('it has no sheet');
  return {
    sheets,
    is1904,
    texts: await readTexts(part(targets.byType.get('sharedStrings'), MAX_TEXTS_BYTES)),
    dateStyles: await readDateStyles(part(targets.byType.get('styles'))),
  };
}

/** The tokens of a part; none if there is no such part. */
async function* readPart(entries: ReadonlyMap<string, ArchiveEntry>, name: string | undefined, limit: number): AsyncGenerator<XmlToken> {
  const entry = entries.get(name ?? '');
  if (entry === undefined) return;
  for await (const tokens of readXml(entry.unpack(limit))) yield* tokens;
}

interface Targets {
  readonly byId: ReadonlyMap<string, string>;
  readonly byType: ReadonlyMap<string, string>;
}

async function readTargets(tokens: AsyncIterable<XmlToken>): Promise<Targets> {
  const byId = new Map<string, string>();
  const byType = new Map<string, string>();
  for await (const token of tokens) {
    if (token.kind !== 'open' || token.name !== 'Relationship') continue;
    const { Target: target = '', Id: id = '', Type: type = '' } = token.attributes;
    const name = target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`;
    byId.set(id, name);
    byType.set(type.split('/').at(-1) ?? '', name);
  }
  return { byId, byType };
}

async function readSheets(
  tokens: AsyncIterable<XmlToken>,
): Promise<{ readonly named: readonly { readonly name: string; readonly target: string }[]; readonly is1904: boolean }> {
  const named: { name: string; target: string }[] = [];
  let is1904 = false;
  for await (const token of tokens) {
    if (token.kind !== 'open') continue;
    const { attributes } = token;
    if (token.name === 'workbookPr') is1904 = ['1', 'true'].includes(attributes.date1904 ?? '');
    if (token.name === 'sheet') named.push({ name: attributes.name ?? '', target: readAttribute(attributes, 'id') ?? '' });
  }
  return { named, is1904 };
}

/** The texts of cells; parts with a format of their own are joined, and the pronunciation of Asian texts is left out. */
async function readTexts(tokens: AsyncIterable<XmlToken>): Promise<readonly string[]> {
  const texts: string[] = [];
  let text = '';
  let isText = false;
  let isPronunciation = false;
  for await (const token of tokens) {
    if (token.kind === 'text') {
      if (isText && !isPronunciation) text += token.text;
    } else if (token.name === 'rPh') isPronunciation = token.kind === 'open';
    else if (token.name === 't') isText = token.kind === 'open';
    else if (token.name === 'si') {
      if (token.kind === 'close') texts.push(text);
      if (texts.length > MAX_TEXTS) throw createFileError('it has more texts than a workbook can have');
      text = '';
    }
  }
  return texts;
}

/** The formats of dates and times that workbooks do not describe. */
const DATE_FORMATS: readonly (readonly [from: number, to: number])[] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
];

/** For each style of cells, whether its numbers are dates. */
async function readDateStyles(tokens: AsyncIterable<XmlToken>): Promise<readonly boolean[]> {
  const formats = new Map<number, string>();
  const styles: boolean[] = [];
  let isList = false;
  for await (const token of tokens) {
    if (token.kind === 'text') continue;
    if (token.name === 'cellXfs') isList = token.kind === 'open';
    if (token.kind === 'close') continue;
    const id = Number(token.attributes.numFmtId ?? 0);
    if (token.name === 'numFmt') formats.set(id, token.attributes.formatCode ?? '');
    if (token.name === 'xf' && isList) styles.push(isDateFormat(id, formats.get(id)));
  }
  return styles;
}

/** Whether a format shows a day or a time: without its quoted texts, colours and escaped characters it contains one of their letters. */
function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return DATE_FORMATS.some(([from, to]) => id >= from && id <= to);
  return /[ymdhs]/i.test(code.replace(/"[^"]*"|\\.|\[(?!h+\]|m+\]|s+\])[^\]]*\]|General/gi, ''));
}
