import {
  decodePDFRawStream,
  EncryptedPDFError,
  ParseSpeeds,
  PDFArray,
  PDFContext,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFNumber,
  PDFRef,
} from 'pdf-lib';
import { MAX_PAGES } from './contract.ts';
import { PdfError } from './pdf-error.ts';

/** Bytes that the streams of a file may have when they are decompressed, each and together. */
const MAX_STREAM_BYTES = 128 * 1_048_576;
const MAX_DECODED_BYTES = 512 * 1_048_576;
/** Levels of the tree of pages. */
const MAX_TREE_DEPTH = 50;

/**
 * Opens a PDF within limits. Throws {@link PdfError}: `pdf_encrypted`, `pdf_too_many_pages`, `pdf_too_complex` when it grows too much as it
 * is decompressed, otherwise `pdf_damaged`.
 */
export async function openPdf(content: Uint8Array): Promise<PDFDocument> {
  limitDecoding();
  try {
    const document = await PDFDocument.load(content, { updateMetadata: false, parseSpeed: ParseSpeeds.Fastest });
    // The library takes what it cannot decompress for a damaged object.
    if (hasExceeded) throw new PdfError('pdf_too_complex');
    checkPageTree(document);
    return document;
  } catch (error) {
    if (error instanceof PdfError) throw error;
    if (error instanceof EncryptedPDFError) throw new PdfError('pdf_encrypted');
    throw new PdfError('pdf_damaged', '', { cause: error });
  }
}

/** What the decoders of the library have in common: their buffer grows in `ensureBuffer`. */
interface Decoder {
  ensureBuffer(bytes: number): Uint8Array;
}

let isLimited = false;
let hasExceeded = false;

/**
 * The library decompresses without a limit, already while it reads a file. Its decoders are found by decoding a stream, and limited for the
 * whole thread.
 */
function limitDecoding(): void {
  if (isLimited) return;
  isLimited = true;
  const stream = PDFContext.create().stream(new Uint8Array(8), { Filter: 'RunLengthDecode' });
  const decoder: unknown = Object.getPrototypeOf(Object.getPrototypeOf(decodePDFRawStream(stream)));
  const { ensureBuffer } = decoder as Decoder;
  let total = 0;
  (decoder as Decoder).ensureBuffer = function (this: Decoder & { readonly buffer: Uint8Array }, bytes) {
    const before = this.buffer.byteLength;
    hasExceeded ||= bytes > MAX_STREAM_BYTES || total > MAX_DECODED_BYTES;
    if (hasExceeded) throw new PdfError('pdf_too_complex');
    const buffer = ensureBuffer.call(this, bytes);
    total += buffer.byteLength - before;
    return buffer;
  };
}

/** Walks the pages before the library does: their tree may have circles, or use a part of it many times. */
function checkPageTree({ catalog, context }: PDFDocument): void {
  const seen = new Set<PDFDict>();
  let pages = 0;
  const visit = (node: PDFDict, depth: number): void => {
    if (seen.has(node) || depth > MAX_TREE_DEPTH) throw new PdfError('pdf_damaged');
    seen.add(node);
    const kids = node.lookupMaybe(PDFName.of('Kids'), PDFArray);
    if (kids === undefined) pages += 1;
    if (pages > MAX_PAGES) throw new PdfError('pdf_too_many_pages');
    for (const kid of kids?.asArray() ?? []) {
      if (!(kid instanceof PDFRef)) throw new PdfError('pdf_damaged');
      const child = context.lookupMaybe(kid, PDFDict);
      if (child !== undefined) visit(child, depth + 1);
    }
  };
  visit(catalog.lookup(PDFName.of('Pages'), PDFDict), 0);
  if (pages === 0) throw new PdfError('pdf_damaged');
}

/** A number of a dictionary; `fallback` when it is missing or something else. */
export function readNumber(dict: PDFDict, name: string, fallback: number): number {
  const value = dict.lookup(PDFName.of(name));
  return value instanceof PDFNumber ? value.asNumber() : fallback;
}
