import { PDFName, type PDFDocument, type PDFPage, type PDFOperator } from 'pdf-lib';
import { drawText, fitText, type DrawnPlace } from './draw-text.ts';
import { createFonts, type DocumentFont } from './fonts.ts';

const [PAGE_WIDTH, PAGE_HEIGHT, MARGIN] = [612, 792, 54];
const CONTENT_WIDTH = PAGE_WIDTH - 2 * MARGIN;
const LABEL_WIDTH = 150;
const LINE = 1.25;
/** Longest value of a row: a longer one ends with "…". */
const MAX_VALUE = 4_000;

/** Writes headings and rows below each other, on as many pages as they need. */
export interface ReportWriter {
  title(text: string): void;
  heading(text: string): void;
  /** Labels with their values. */
  rows(rows: readonly (readonly [label: string, value: string])[]): void;
  /** A small line. */
  note(text: string): void;
  /** Writes the foot of each page; the last call. */
  finish(): void;
}

/** `foot` is at the bottom of each page, with the number of the page. */
export async function createReportWriter(document: PDFDocument, foot: string): Promise<ReportWriter> {
  const load = createFonts(document);
  const fonts = { text: await load('text'), bold: await load('bold') };
  const pages: PDFPage[] = [];
  let top = 0;
  const draw = (text: string, name: keyof typeof fonts, size: number, place: DrawnPlace): void =>
    pages.at(-1)?.pushOperators(...drawOn(pages.at(-1) as PDFPage, text, name, fonts[name], size, place));
  const addPage = (): void => {
    pages.push(document.addPage([PAGE_WIDTH, PAGE_HEIGHT]));
    top = PAGE_HEIGHT - MARGIN;
  };
  /** Begins a page when there is not enough space; returns the place of the next lines. */
  const reserve = (height: number, x = MARGIN, width = CONTENT_WIDTH): DrawnPlace => {
    if (pages.length === 0 || top - height < MARGIN + 20) addPage();
    return { x, y: top - height, width, height };
  };
  const line = (text: string, name: keyof typeof fonts, size: number, before = 0): void => {
    top -= before;
    const { height } = measureLines(text, CONTENT_WIDTH, size, fonts[name]);
    draw(text, name, size, reserve(height));
    top -= height;
  };
  const row = ([label, full]: readonly [label: string, value: string]): void => {
    const value = full.length > MAX_VALUE ? `${full.slice(0, MAX_VALUE)}…` : full;
    const { height } = measureLines(value, CONTENT_WIDTH - LABEL_WIDTH, 9, fonts.text);
    const place = reserve(Math.max(height, 9 * LINE), MARGIN + LABEL_WIDTH, CONTENT_WIDTH - LABEL_WIDTH);
    draw(label, 'bold', 9, { x: MARGIN, y: place.y + place.height - 9 * LINE, width: LABEL_WIDTH, height: 9 * LINE });
    draw(value, 'text', 9, place);
    top -= place.height + 3;
  };
  return {
    title: (text) => line(text, 'bold', 18),
    heading: (text) => line(text, 'bold', 12, 12),
    rows: (rows) => rows.forEach(row),
    note: (text) => line(text, 'text', 7),
    finish: () => {
      for (const [index, page] of pages.entries()) {
        const text = `${foot} · Page ${index + 1} of ${pages.length}`;
        page.pushOperators(...drawOn(page, text, 'text', fonts.text, 7, { x: MARGIN, y: MARGIN - 20, width: CONTENT_WIDTH, height: 10 }));
      }
    },
  };
}

function measureLines(text: string, width: number, size: number, font: DocumentFont): { readonly height: number } {
  const { lines } = fitText(text, { width, height: Infinity }, { size, overflow: 'Wrap' }, font);
  return { height: lines.length * size * LINE };
}

function drawOn(page: PDFPage, text: string, name: string, font: DocumentFont, size: number, place: DrawnPlace): readonly PDFOperator[] {
  page.node.setFontDictionary(PDFName.of(name), font.font.ref);
  return drawText(fitText(text, place, { size, overflow: 'Wrap' }, font), place, font, name);
}
