import {
  PDFAcroButton,
  PDFAcroCheckBox,
  PDFAcroChoice,
  PDFAcroRadioButton,
  PDFAcroSignature,
  PDFAcroTerminal,
  PDFAcroText,
  PDFArray,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFRef,
  PDFString,
  type PDFDocument,
  type PDFPage,
} from 'pdf-lib';
import type { DetectedField } from './contract.ts';
import { readNumber } from './open-pdf.ts';
import { readNumbers, readPageSpace, toShown, type Matrix } from './page-space.ts';

/** Fields that are proposed at most. */
const MAX_FIELDS = 2_000;
const MAX_TEXT = 200;
const MAX_OPTIONS = 500;

/** Flags of fields (ISO 32000, 12.7): read only, required. */
const READ_ONLY = 0b01;
const REQUIRED = 0b10;

/** Lists the fields of the form of a file with their places, in the order of its pages; none when the form breaks the format. */
export function detectFields(document: PDFDocument): readonly DetectedField[] {
  const places = indexAnnotations(document.getPages());
  const fields: DetectedField[] = [];
  for (const [field] of listFields(document)) {
    const described = field instanceof PDFAcroTerminal ? describeField(field) : undefined;
    if (described === undefined) continue;
    for (const widget of (field as PDFAcroTerminal).getWidgets()) {
      const found = places.get(widget.dict);
      const box = widget.dict.lookup(PDFName.of('Rect'));
      if (found === undefined || !(box instanceof PDFArray) || fields.length >= MAX_FIELDS) continue;
      const options = described.inputType === 'Radio Group' ? readOwnOption(widget.dict) : described.options;
      fields.push({ ...described, options, page: found.page, place: toPlace(readNumbers(box), found.matrix, found.height) });
    }
  }
  return fields.toSorted((one, other) => one.page - other.page);
}

function listFields({ catalog }: PDFDocument): ReturnType<NonNullable<ReturnType<PDFDocument['catalog']['getAcroForm']>>['getAllFields']> {
  try {
    return catalog.getAcroForm()?.getAllFields() ?? [];
  } catch {
    return [];
  }
}

interface PageOfField {
  readonly page: number;
  readonly height: number;
  readonly matrix: Matrix;
}

function indexAnnotations(pages: readonly PDFPage[]): ReadonlyMap<PDFDict, PageOfField> {
  const places = new Map<PDFDict, PageOfField>();
  for (const [page, { node }] of pages.entries()) {
    const annotations = node.lookup(PDFName.of('Annots'));
    const { matrix, height } = readPageSpace(pages[page] as PDFPage);
    if (!(annotations instanceof PDFArray)) continue;
    for (const one of annotations.asArray()) {
      const annotation = one instanceof PDFRef ? node.context.lookup(one) : one;
      if (annotation instanceof PDFDict) places.set(annotation, { page, height, matrix });
    }
  }
  return places;
}

function describeField(field: PDFAcroTerminal): Omit<DetectedField, 'page' | 'place'> | undefined {
  const inputType = findInputType(field);
  if (inputType === undefined) return undefined;
  const name = (field.getFullyQualifiedName() ?? '').slice(0, MAX_TEXT);
  const flags = field.getFlags();
  const maxLength = field instanceof PDFAcroText ? readNumber(field.dict, 'MaxLen', 0) : 0;
  return {
    inputType,
    name,
    label: readText(field.dict, 'TU') || name,
    required: (flags & REQUIRED) !== 0,
    readOnly: (flags & READ_ONLY) !== 0,
    options: field instanceof PDFAcroChoice ? readOptions(field) : [],
    ...(maxLength > 0 ? { maxLength } : {}),
  };
}

function findInputType(field: PDFAcroTerminal): DetectedField['inputType'] | undefined {
  if (field instanceof PDFAcroSignature) return 'Signature';
  if (field instanceof PDFAcroText) return 'Text';
  if (field instanceof PDFAcroChoice) return 'Dropdown';
  if (field instanceof PDFAcroCheckBox) return 'Checkbox';
  return field instanceof PDFAcroRadioButton && field instanceof PDFAcroButton ? 'Radio Group' : undefined;
}

function readOptions(field: PDFAcroChoice): readonly string[] {
  const texts = field.getOptions().map(({ value, display }) => (display ?? value).decodeText());
  return [...new Set(texts)].slice(0, MAX_OPTIONS).map((text) => text.slice(0, MAX_TEXT));
}

/** A radio button has the option that is not `Off` among its looks. */
function readOwnOption(widget: PDFDict): readonly string[] {
  const looks = widget.lookupMaybe(PDFName.of('AP'), PDFDict)?.lookup(PDFName.of('N'));
  const name = looks instanceof PDFDict ? looks.keys().find((key) => key !== PDFName.of('Off')) : undefined;
  return name === undefined ? [] : [name.decodeText().slice(0, MAX_TEXT)];
}

function readText(dict: PDFDict, name: string): string {
  const value = dict.lookup(PDFName.of(name));
  return value instanceof PDFString || value instanceof PDFHexString ? value.decodeText().slice(0, MAX_TEXT) : '';
}

/** The place on the page as it is shown, from its top left corner. */
function toPlace([x1 = 0, y1 = 0, x2 = 0, y2 = 0]: readonly number[], matrix: Matrix, pageHeight: number): DetectedField['place'] {
  const [left, bottom] = toShown(matrix, x1, y1);
  const [right, top] = toShown(matrix, x2, y2);
  const [width, height] = [Math.abs(right - left), Math.abs(top - bottom)];
  return { x: Math.min(left, right), y: pageHeight - Math.max(bottom, top), width, height };
}
