import { PDFDocument, type PDFPage } from 'pdf-lib';
import { PAGE_HEIGHT, PAGE_WIDTH } from './contract.ts';

/**
 * Opens a PDF. One that is encrypted without a password to open it, as statements of banks often are, is decrypted. Throws what the parser
 * throws: for an encrypted one an error with the name in {@link isEncryptionError}.
 */
export async function openPdf(content: Uint8Array): Promise<PDFDocument> {
  try {
    return await PDFDocument.load(content, { updateMetadata: false });
  } catch (error) {
    if (!isEncryptionError(error)) throw error;
    return PDFDocument.load(content, { updateMetadata: false, password: '' });
  }
}

/** Whether a PDF was not opened because it needs a password. */
export function isEncryptionError(error: unknown): boolean {
  return error instanceof Error && /encrypted|password/i.test(error.message);
}

/** Adds the pages of a PDF, each on a page of US Letter, smaller where it is larger. */
export async function addPages(target: PDFDocument, source: PDFDocument): Promise<void> {
  flattenForm(source);
  for (const page of await target.copyPages(source, source.getPageIndices())) fitPage(target.addPage(page));
}

/** Values of form fields belong to the document, not to its pages, and would get lost. */
function flattenForm(source: PDFDocument): void {
  if (source.catalog.getAcroForm() === undefined) return;
  try {
    const form = source.getForm();
    if (form.getFields().length > 0) form.flatten();
  } catch {
    // A form that breaks the format: its pages are copied with the pictures of the fields that they have.
  }
}

/**
 * Shrinks a page until it fits, and puts it in the middle by moving the edges of the page, so that its content and links stay as they are.
 */
function fitPage(page: PDFPage): void {
  const isTurned = page.getRotation().angle % 180 !== 0;
  const [width, height] = isTurned ? [PAGE_HEIGHT, PAGE_WIDTH] : [PAGE_WIDTH, PAGE_HEIGHT];
  // What a reader shows of the page.
  const { width: shownWidth, height: shownHeight } = page.getCropBox();
  const factor = Math.min(1, width / shownWidth, height / shownHeight);
  if (factor < 1) page.scale(factor, factor);
  const shown = page.getCropBox();
  const [x, y] = [shown.x - (width - shown.width) / 2, shown.y - (height - shown.height) / 2];
  page.setMediaBox(x, y, width, height);
  page.setCropBox(x, y, width, height);
}
