import { PDFArray, PDFDict, PDFName, PDFNumber, PDFRef, PDFStream, type PDFDocument, type PDFPage } from 'pdf-lib';
import { appendContent } from './append-content.ts';
import type { DocumentFont } from './fonts.ts';
import { readNumber } from './open-pdf.ts';
import { readNumbers, type Matrix } from './page-space.ts';

/** Flags of annotations that readers do not show: hidden, no view. */
const INVISIBLE = 0b10_0010;

/**
 * Draws the fields of the form of a file on their pages as they look, and removes the form. `font` is for fields that have a value and no look.
 * Returns whether there was a form.
 */
export async function flattenFields(document: PDFDocument, loadFont: () => Promise<DocumentFont>): Promise<boolean> {
  const form = document.catalog.lookupMaybe(PDFName.of('AcroForm'), PDFDict);
  if (form === undefined) return false;
  form.delete(PDFName.of('XFA'));
  if (hasFields(form)) await writeLooks(document, loadFont);
  for (const page of document.getPages()) flattenPage(page);
  document.catalog.delete(PDFName.of('AcroForm'));
  return true;
}

function hasFields(form: PDFDict): boolean {
  const fields = form.lookup(PDFName.of('Fields'));
  return fields instanceof PDFArray && fields.size() > 0;
}

async function writeLooks(document: PDFDocument, loadFont: () => Promise<DocumentFont>): Promise<void> {
  const needsLooks = document.catalog.getAcroForm()?.dict.lookup(PDFName.of('NeedAppearances'));
  if (String(needsLooks) !== 'true') return;
  try {
    document.getForm().updateFieldAppearances((await loadFont()).font);
  } catch {
    // A form that breaks the format: its fields are drawn as far as they have a look.
  }
}

function flattenPage(page: PDFPage): void {
  const annotations = page.node.lookup(PDFName.of('Annots'));
  if (!(annotations instanceof PDFArray)) return;
  for (let index = annotations.size() - 1; index >= 0; index -= 1) {
    const annotation = annotations.lookup(index);
    if (!(annotation instanceof PDFDict) || annotation.lookup(PDFName.of('Subtype')) !== PDFName.of('Widget')) continue;
    annotations.remove(index);
    drawWidget(page, annotation);
  }
}

function drawWidget(page: PDFPage, widget: PDFDict): void {
  const look = findLook(widget);
  const place = widget.lookup(PDFName.of('Rect'));
  if (look === undefined || !(place instanceof PDFArray) || (readNumber(widget, 'F', 0) & INVISIBLE) !== 0) return;
  const stream = widget.context.lookup(look);
  const matrix = stream instanceof PDFStream ? fitLook(stream.dict, readNumbers(place)) : undefined;
  if (matrix !== undefined) appendContent(page, look, matrix);
}

/** The picture of a field in its state. */
function findLook(widget: PDFDict): PDFRef | undefined {
  const normal = widget.lookupMaybe(PDFName.of('AP'), PDFDict)?.get(PDFName.of('N'));
  const value = widget.context.lookup(normal);
  if (value instanceof PDFStream) return normal instanceof PDFRef ? normal : undefined;
  const state = widget.lookup(PDFName.of('AS'));
  const one = value instanceof PDFDict && state instanceof PDFName ? value.get(state) : undefined;
  return one instanceof PDFRef ? one : undefined;
}

/** How a look is moved and scaled to the place of its field (ISO 32000, 12.5.5). */
function fitLook(look: PDFDict, [x1 = 0, y1 = 0, x2 = 0, y2 = 0]: readonly number[]): Matrix | undefined {
  const box = look.lookup(PDFName.of('BBox'));
  const [left = 0, bottom = 0, right = 0, top = 0] = box instanceof PDFArray ? readNumbers(box) : [];
  const own = look.lookup(PDFName.of('Matrix'));
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = own instanceof PDFArray ? readNumbers(own) : [];
  const corners = [left, right].flatMap((x) => [bottom, top].map((y) => [a * x + c * y + e, b * x + d * y + f] as const));
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const [minX, minY] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(...xs) - minX, Math.max(...ys) - minY];
  if (width === 0 || height === 0) return undefined;
  const [scaleX, scaleY] = [Math.abs(x2 - x1) / width, Math.abs(y2 - y1) / height];
  return [scaleX, 0, 0, scaleY, Math.min(x1, x2) - minX * scaleX, Math.min(y1, y2) - minY * scaleY];
}

/** Whether a flag of a field is set: `bit` as the specification counts, from 1. */
export function hasFlag(flags: PDFNumber | number, bit: number): boolean {
  return ((typeof flags === 'number' ? flags : flags.asNumber()) & (1 << (bit - 1))) !== 0;
}
