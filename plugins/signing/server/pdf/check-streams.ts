import { inflateSync } from 'node:zlib';
import { decodePDFRawStream, PDFArray, PDFDict, PDFName, PDFRawStream, type PDFDocument, type PDFPage } from 'pdf-lib';
import { readNumber } from './open-pdf.ts';
import { PdfError } from './pdf-error.ts';

const MEGABYTE = 1_048_576;
/** Decompressed bytes of one stream of a kind. */
const MAX_BYTES = { image: 400 * MEGABYTE, font: 24 * MEGABYTE, other: 64 * MEGABYTE };
/** Decompressed bytes of all streams that are not pictures. */
const MAX_TOTAL = 256 * MEGABYTE;
const MAX_PIXELS = 100_000_000;
/** Drawings of parts of a page, with the parts that they draw themselves. */
const MAX_DRAWN_PARTS = 50_000;

/**
 * Checks that readers can show a file without using too much memory or time: decompressed sizes, pixels of pictures, sizes of fonts, and
 * parts that draw other parts many times. Throws {@link PdfError} `pdf_too_complex`.
 */
export function checkStreams(document: PDFDocument): void {
  let total = 0;
  const contents = new Map<PDFRawStream, string>();
  for (const [, object] of document.context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFRawStream)) continue;
    const kind = findKind(object.dict);
    if (kind === 'image' && readNumber(object.dict, 'Width', 0) * readNumber(object.dict, 'Height', 0) > MAX_PIXELS) refuse();
    const bytes = decode(object, MAX_BYTES[kind]);
    if (kind !== 'image') total += bytes.length;
    if (total > MAX_TOTAL) refuse();
    if (kind === 'other') contents.set(object, Buffer.from(bytes).toString('latin1'));
  }
  checkDrawnParts(document, contents);
}

function refuse(): never {
  throw new PdfError('pdf_too_complex');
}

function findKind(dict: PDFDict): keyof typeof MAX_BYTES {
  if (dict.lookup(PDFName.of('Subtype')) === PDFName.of('Image')) return 'image';
  const isFont = dict.has(PDFName.of('Length1')) || /^\/(Type1C|CIDFontType0C|OpenType)$/.test(String(dict.lookup(PDFName.of('Subtype'))));
  return isFont ? 'font' : 'other';
}

/** The content of a page as text: one character for each byte. */
export function readContent({ node }: PDFPage): string {
  const value = node.Contents();
  const streams = value instanceof PDFArray ? value.asArray().map((one) => node.context.lookup(one)) : [value];
  return streams.map((one) => (one instanceof PDFRawStream ? Buffer.from(decode(one, MAX_BYTES.other)).toString('latin1') : '')).join('\n');
}

/** The decompressed bytes of a stream; none when it is damaged, which readers skip. */
function decode(stream: PDFRawStream, limit: number): Uint8Array {
  const filter = stream.dict.lookup(PDFName.of('Filter'));
  const filters = (filter instanceof PDFArray ? filter.asArray() : filter === undefined ? [] : [filter]).map(String);
  // Compressed pictures, whose pixels are limited.
  if (filters.some((name) => /DCT|JPX|CCITT|JBIG2|Crypt/.test(name))) return new Uint8Array();
  if (filters.length === 0) return stream.contents;
  try {
    if (filters.length === 1 && /^\/(FlateDecode|Fl)$/.test(filters[0] ?? ''))
      return inflateSync(stream.contents, { maxOutputLength: limit });
    const bytes = decodePDFRawStream(stream).decode();
    return bytes.length > limit ? refuse() : bytes;
  } catch (error) {
    if (error instanceof PdfError || (error as { readonly code?: string }).code === 'ERR_BUFFER_TOO_LARGE') refuse();
    return new Uint8Array();
  }
}

/** A part that draws ten parts, each of which draws ten others, and so on, would keep readers busy for years. */
function checkDrawnParts(document: PDFDocument, contents: ReadonlyMap<PDFRawStream, string>): void {
  const costs = new Map<PDFRawStream, number>();
  const count = (text: string, resources: PDFDict | undefined): number => {
    const parts = resources?.lookupMaybe(PDFName.of('XObject'), PDFDict);
    let cost = 0;
    for (const [, name = ''] of parts === undefined ? [] : text.matchAll(/\/([^\s/<>[\](){}%]+)\s+Do\b/g)) {
      const part = parts?.lookup(PDFName.of(name));
      cost += part instanceof PDFRawStream ? 1 + visit(part, resources) : 1;
      if (cost > MAX_DRAWN_PARTS) refuse();
    }
    return cost;
  };
  const visit = (part: PDFRawStream, outer: PDFDict | undefined): number => {
    const known = costs.get(part);
    if (known !== undefined) return known;
    // A part that draws itself is stopped by readers.
    costs.set(part, 0);
    const cost = count(contents.get(part) ?? '', part.dict.lookupMaybe(PDFName.of('Resources'), PDFDict) ?? outer);
    costs.set(part, cost);
    return cost;
  };
  for (const page of document.getPages()) count(readContent(page), page.node.Resources());
}
