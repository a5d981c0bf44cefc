import {
  concatTransformationMatrix,
  drawObject,
  popGraphicsState,
  pushGraphicsState,
  type PDFDocument,
  type PDFOperator,
  type PDFPage,
  type PDFRef,
} from 'pdf-lib';
import { isSignature, type SignatureValue } from '../../shared/check-value.ts';
import type { InputState } from '../../shared/check-values.ts';
import type { DocumentInput } from '../../shared/document.ts';
import { formatValue } from '../../shared/format-value.ts';
import { appendContent } from './append-content.ts';
import type { FillInput } from './contract.ts';
import { drawCheck, drawCircle } from './draw-marks.ts';
import { drawText, fitText, type DrawnPlace, type TextOptions } from './draw-text.ts';
import type { EmbeddedPicture } from './embed-picture.ts';
import { createFonts } from './fonts.ts';
import { readPageSpace } from './page-space.ts';
import { PdfError } from './pdf-error.ts';

const DEFAULT_SIZE = 11;

type FontName = Parameters<ReturnType<typeof createFonts>>[0];

/** What inputs are drawn with; fonts and pictures are embedded once. */
interface Drawing {
  readonly loadFont: ReturnType<typeof createFonts>;
  readonly loadPicture: (path: string) => Promise<EmbeddedPicture>;
  /** Resources of the page that is drawn. */
  readonly fonts: { [name: string]: PDFRef };
  readonly pictures: { [name: string]: PDFRef };
}

/** Draws the values of inputs on their pages. Throws {@link PdfError}. */
export function createInputDrawer(
  document: PDFDocument,
  loadFont: ReturnType<typeof createFonts>,
  pictures: NonNullable<FillInput['pictures']>,
): (page: PDFPage, inputs: readonly DocumentInput[], states: ReadonlyMap<string, InputState>) => Promise<void> {
  const embedded = new Map<string, Promise<EmbeddedPicture>>();
  const loadPicture = (path: string): Promise<EmbeddedPicture> => {
    const picture = embedded.get(path) ?? embed(document, pictures[path]);
    embedded.set(path, picture);
    return picture;
  };
  return async (page, inputs, states) => {
    const space = readPageSpace(page);
    const drawing: Drawing = { loadFont, loadPicture, fonts: {}, pictures: {} };
    const operators: PDFOperator[] = [];
    for (const input of inputs) operators.push(...(await drawInput(drawing, input, states.get(input.id)?.value, space.height)));
    if (operators.length === 0) return;
    const part = document.context.formXObject(operators, {
      BBox: document.context.obj([0, 0, space.width, space.height]),
      Resources: { Font: drawing.fonts, XObject: drawing.pictures },
    });
    appendContent(page, document.context.register(part), space.matrix);
  };
}

async function embed(document: PDFDocument, content: Uint8Array | undefined): Promise<EmbeddedPicture> {
  if (content === undefined) throw new PdfError('picture_not_usable', 'The picture of a signature is missing.');
  const { embedPicture } = await import('./embed-picture.ts');
  return embedPicture(document, content);
}

async function drawInput(
  drawing: Drawing,
  { type, field, place: { x, y, width, height } }: DocumentInput,
  value: InputState['value'],
  pageHeight: number,
): Promise<readonly PDFOperator[]> {
  if (value === undefined) return [];
  const place: DrawnPlace = { x, y: pageHeight - y - height, width, height };
  const options: TextOptions = { size: field.fontSize ?? DEFAULT_SIZE, overflow: field.overflow ?? 'Shrink' };
  switch (type.inputType) {
    case 'Checkbox':
      return value === true ? drawCheck(place) : [];
    case 'Radio Group':
      return drawRadio(drawing, field.options ?? [], String(value), place, options);
    case 'Signature':
    case 'Initials':
      return isSignature(value) ? drawSignature(drawing, value, place) : [];
    default:
      return drawLine(drawing, 'text', formatValue({ type, field }, value), place, options);
  }
}

async function drawLine(
  drawing: Drawing,
  name: FontName,
  text: string,
  place: DrawnPlace,
  options: TextOptions,
): Promise<readonly PDFOperator[]> {
  if (text === '') return [];
  const font = await drawing.loadFont(name);
  drawing.fonts[name] = font.font.ref;
  return drawText(fitText(text, place, options, font), place, font, name);
}

/** One button at its place; or a list of options from top to bottom, of which one is chosen. */
async function drawRadio(
  drawing: Drawing,
  options: readonly string[],
  chosen: string,
  place: DrawnPlace,
  text: TextOptions,
): Promise<readonly PDFOperator[]> {
  if (options.length < 2) return options.length === 0 || options[0] === chosen ? drawCircle(place, true) : [];
  const height = place.height / options.length;
  const operators: PDFOperator[] = [];
  for (const [index, option] of options.entries()) {
    const row = { ...place, y: place.y + place.height - (index + 1) * height, height };
    const button = { ...row, width: Math.min(height, place.width) };
    const label = { ...row, x: row.x + button.width, width: Math.max(1, row.width - button.width) };
    operators.push(...drawCircle(button, false), ...(option === chosen ? drawCircle(button, true) : []));
    operators.push(...(await drawLine(drawing, 'text', option, label, text)));
  }
  return operators;
}

/** A picture as large as its place allows; a text in italics where there is no picture. */
async function drawSignature(drawing: Drawing, { path, text = '' }: SignatureValue, place: DrawnPlace): Promise<readonly PDFOperator[]> {
  if (path === undefined) return drawLine(drawing, 'signature', text, place, { size: place.height * 0.7, overflow: 'Shrink' });
  const picture = await drawing.loadPicture(path);
  const name = `P${picture.ref.objectNumber}`;
  drawing.pictures[name] = picture.ref;
  const scale = Math.min(place.width / picture.width, place.height / picture.height);
  const [width, height] = [picture.width * scale, picture.height * scale];
  return [
    pushGraphicsState(),
    concatTransformationMatrix(width, 0, 0, height, place.x, place.y + (place.height - height) / 2),
    drawObject(name),
    popGraphicsState(),
  ];
}
