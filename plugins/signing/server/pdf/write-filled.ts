import type { PDFDocument } from 'pdf-lib';
import { resolveInputs } from '../../shared/check-values.ts';
import { balanceContent } from './append-content.ts';
import { cleanPdf } from './clean-pdf.ts';
import type { FillInput, PlaceholderInput, PreparedPdf } from './contract.ts';
import { createInputDrawer } from './draw-inputs.ts';
import { flattenFields } from './flatten-fields.ts';
import { createFonts } from './fonts.ts';
import { openPdf } from './open-pdf.ts';
import { PdfError } from './pdf-error.ts';
import { addPlaceholder, locatePlaceholder } from './write-placeholder.ts';

/** Fills a document in. With `certify` it has the place for a digital signature. Throws {@link PdfError}. */
export async function writeFilled(input: FillInput, certify: PlaceholderInput | undefined): Promise<Uint8Array | PreparedPdf> {
  const document = await openPdf(input.content);
  await drawValues(document, input);
  if (input.title !== undefined) document.setTitle(input.title, { showInWindowTitleBar: true });
  document.setProducer('Muster');
  return savePdf(document, certify);
}

/** Writes a document, with a place for a digital signature when `certify` is given. */
export async function savePdf(document: PDFDocument, certify: PlaceholderInput | undefined): Promise<Uint8Array | PreparedPdf> {
  const marker = certify === undefined ? undefined : addPlaceholder(document, certify);
  const content = await document.save({ useObjectStreams: false, objectsPerTick: Infinity, updateFieldAppearances: false });
  return marker === undefined ? content : locatePlaceholder(content, marker);
}

async function drawValues(document: PDFDocument, { data, pictures = {} }: FillInput): Promise<void> {
  const pages = document.getPages();
  if (data.pages.length > pages.length) throw new PdfError('pdf_damaged', 'The PDF has fewer pages than the document.');
  const loadFont = createFonts(document);
  for (const page of pages) balanceContent(page);
  await flattenFields(document, () => loadFont('text'));
  cleanPdf(document);
  const draw = createInputDrawer(document, loadFont, pictures);
  const states = resolveInputs(data);
  for (const [index, page] of pages.entries()) await draw(page, data.pages[index]?.inputs ?? [], states);
}
