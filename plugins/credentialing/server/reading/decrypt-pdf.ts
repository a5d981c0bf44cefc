import { PDFDocument } from 'pdf-lib';
import { MAX_PAGES, UnreadableDocument } from './thread-contract.ts';

/**
 * The first pages of an encrypted PDF as a PDF that is not encrypted, if it opens without a password, as statements of banks often do.
 * @throws an `UnreadableDocument` with `encrypted` or `damaged`.
 */
export async function decryptPdf(content: Uint8Array): Promise<{ readonly content: Uint8Array<ArrayBuffer>; readonly pageCount: number }> {
  try {
    const source = await PDFDocument.load(content, { updateMetadata: false, password: '' });
    const target = await PDFDocument.create({ updateMetadata: false });
    for (const page of await target.copyPages(source, source.getPageIndices().slice(0, MAX_PAGES))) target.addPage(page);
    return { content: Uint8Array.from(await target.save()), pageCount: source.getPageCount() };
  } catch (error) {
    throw new UnreadableDocument(error instanceof Error && /encrypted|password/i.test(error.message) ? 'encrypted' : 'damaged');
  }
}
