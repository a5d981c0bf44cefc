import {
  beginText,
  endText,
  PDFName,
  popGraphicsState,
  pushGraphicsState,
  setFillingRgbColor,
  setFontAndSize,
  setTextMatrix,
  showText,
  type PDFOperator,
} from 'pdf-lib';
import type { DocumentFont } from './fonts.ts';

/** Height of a line, in sizes of the font. */
const LINE_HEIGHT = 1.2;
/** Where the base line of a line is below its top, in sizes of the font. */
const BASE_LINE = 0.95;
/** Space left and right of a text. */
const PADDING = 2;
const SMALLEST = 1;

/** A place on a page as it is shown, from its bottom left corner. */
export interface DrawnPlace {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** How a text is fitted into its place. */
export interface TextOptions {
  /** Points. */
  readonly size: number;
  readonly overflow: 'Wrap' | 'Shrink';
}

/** A text in lines that fit into their place. */
export interface FittedText {
  readonly size: number;
  readonly lines: readonly string[];
}

/**
 * Fits a text into a place. `Shrink`: on one line with a smaller font; `Wrap`: on several lines. One that is too long for either gets both, so
 * that nothing of it is lost.
 */
export function fitText(
  text: string,
  place: Pick<DrawnPlace, 'width' | 'height'>,
  { size, overflow }: TextOptions,
  font: DocumentFont,
): FittedText {
  const width = Math.max(1, place.width - 2 * PADDING);
  const paragraphs = cleanText(text).split('\n');
  if (overflow === 'Shrink' && paragraphs.length === 1) {
    const fitting = Math.min(size, place.height / LINE_HEIGHT, width / Math.max(font.measure(paragraphs[0] ?? ''), 0.001));
    if (fitting >= Math.min(size, 6)) return { size: fitting, lines: paragraphs };
  }
  for (let current = size; ; current = Math.max(SMALLEST, current * 0.92)) {
    const lines = paragraphs.flatMap((paragraph) => wrapParagraph(paragraph, width / current, font));
    if (lines.length * current * LINE_HEIGHT <= Math.max(place.height, current * LINE_HEIGHT) || current === SMALLEST)
      return { size: current, lines };
  }
}

/** Without characters that have no place in a text. */
function cleanText(text: string): string {
  // eslint-disable-next-line no-control-regex -- they are what is removed
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/\t/g, '    ')
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f\u200b-\u200f\u202a-\u202e\ufeff]/g, '');
}

/** `width` in sizes of the font. A word that is wider than a line is broken. */
function wrapParagraph(paragraph: string, width: number, font: DocumentFont): readonly string[] {
  const lines: string[] = [];
  let line = '';
  const space = font.measure(' ');
  let used = 0;
  for (const word of paragraph.split(' ').flatMap((one) => breakWord(one, width, font))) {
    const length = font.measure(word);
    if (line !== '' && used + space + length > width) {
      lines.push(line);
      [line, used] = [word, length];
    } else {
      [line, used] = line === '' ? [word, length] : [`${line} ${word}`, used + space + length];
    }
  }
  return [...lines, line];
}

function breakWord(word: string, width: number, font: DocumentFont): readonly string[] {
  if (font.measure(word) <= width) return [word];
  const parts: string[] = [];
  let part = '';
  let used = 0;
  for (const character of word) {
    const length = font.measure(character);
    if (part !== '' && used + length > width) {
      parts.push(part);
      [part, used] = ['', 0];
    }
    part += character;
    used += length;
  }
  return [...parts, part];
}

/** Draws a fitted text: one line in the middle of the height, several from the top. `name` is that of the font among the resources. */
export function drawText({ size, lines }: FittedText, place: DrawnPlace, { font }: DocumentFont, name: string): readonly PDFOperator[] {
  const free = lines.length === 1 ? (place.height - size * LINE_HEIGHT) / 2 : 0;
  const top = place.y + place.height - free;
  return [
    pushGraphicsState(),
    setFillingRgbColor(0.04, 0.1, 0.28),
    beginText(),
    setFontAndSize(PDFName.of(name), size),
    ...lines.flatMap((line, index) => [
      setTextMatrix(1, 0, 0, 1, place.x + PADDING, top - size * (index * LINE_HEIGHT + BASE_LINE)),
      showText(font.encodeText(line)),
    ]),
    endText(),
    popGraphicsState(),
  ];
}
