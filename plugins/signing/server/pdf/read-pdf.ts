import { PDFName, type PDFDocument, type PDFDict } from 'pdf-lib';
import { checkStreams } from './check-streams.ts';
import { cleanPdf } from './clean-pdf.ts';
import type { PdfInspection } from './contract.ts';
import { detectFields } from './detect-fields.ts';
import { flattenFields } from './flatten-fields.ts';
import { createFonts } from './fonts.ts';
import { openPdf } from './open-pdf.ts';
import { readPageSpace } from './page-space.ts';
import { PdfError } from './pdf-error.ts';

/** Reads an upload, and writes the copy that is shown and filled in. Throws {@link PdfError}. */
export async function readPdf(content: Uint8Array): Promise<PdfInspection> {
  const document = await openPdf(content);
  checkStreams(document);
  const pages = document.getPages().map((page) => {
    const { width, height } = readPageSpace(page);
    return { width, height };
  });
  const fields = detectFields(document);
  const hasSignature = isSigned(document);
  await flattenFields(document, async () => createFonts(document)('text'));
  const removed = new Set(cleanPdf(document));
  if (hasSignature) removed.add('signatures');
  const copy = await document.save({ objectsPerTick: Infinity, updateFieldAppearances: false });
  return { pages, fields, removed: [...removed].sort(), content: copy };
}

/** Whether a field of the form has a digital signature. */
function isSigned({ context }: PDFDocument): boolean {
  return context.enumerateIndirectObjects().some(([, object]) => {
    const dict = object as Partial<PDFDict>;
    return typeof dict.lookup === 'function' && dict.has?.(PDFName.of('ByteRange')) === true;
  });
}
