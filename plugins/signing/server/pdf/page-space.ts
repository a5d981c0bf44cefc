import { PDFArray, PDFName, PDFNumber, type PDFPage } from 'pdf-lib';
import { readNumber } from './open-pdf.ts';

/** A transformation as PDF writes it: `x' = ax + cy + e`, `y' = bx + dy + f`. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** A page as readers show it. */
export interface PageSpace {
  /** In points. */
  readonly width: number;
  readonly height: number;
  /** From the page as it is shown, with its origin in the bottom left corner, to the coordinates of its content. */
  readonly matrix: Matrix;
}

interface Box {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

const LETTER: Box = { left: 0, bottom: 0, right: 612, top: 792 };

type PageNode = PDFPage['node'];

/** Describes a page as it is shown: turned, cropped, and with the unit that it says. */
export function readPageSpace({ node }: PDFPage): PageSpace {
  const { left, bottom, right, top } = readShownBox(node);
  const unit = Math.min(Math.max(readNumber(node, 'UserUnit', 1), 0.1), 100);
  const [width, height] = [(right - left) * unit, (top - bottom) * unit];
  const scale = 1 / unit;
  switch (readRotation(node)) {
    case 90:
      return { width: height, height: width, matrix: [0, scale, -scale, 0, right, bottom] };
    case 180:
      return { width, height, matrix: [-scale, 0, 0, -scale, right, top] };
    case 270:
      return { width: height, height: width, matrix: [0, -scale, scale, 0, left, top] };
    default:
      return { width, height, matrix: [scale, 0, 0, scale, left, bottom] };
  }
}

/** Where a point of the content is on the page as it is shown. */
export function toShown([a, b, c, d, e, f]: Matrix, x: number, y: number): readonly [x: number, y: number] {
  const determinant = a * d - b * c;
  return [(d * (x - e) - c * (y - f)) / determinant, (a * (y - f) - b * (x - e)) / determinant];
}

function readRotation(node: PageNode): number {
  const value = node.context.lookup(node.getInheritableAttribute(PDFName.of('Rotate')));
  const angle = value instanceof PDFNumber ? value.asNumber() : 0;
  return (((Math.round(angle / 90) * 90) % 360) + 360) % 360;
}

/** The crop box as far as it is inside of the media box, as readers do. */
function readShownBox(node: PageNode): Box {
  const media = readBox(node, 'MediaBox') ?? LETTER;
  const crop = readBox(node, 'CropBox') ?? media;
  const shown = {
    left: Math.max(media.left, crop.left),
    bottom: Math.max(media.bottom, crop.bottom),
    right: Math.min(media.right, crop.right),
    top: Math.min(media.top, crop.top),
  };
  return shown.right > shown.left && shown.top > shown.bottom ? shown : media;
}

/** The corners of a box, which may be in any order. */
function readBox(node: PageNode, name: string): Box | undefined {
  const value = node.context.lookup(node.getInheritableAttribute(PDFName.of(name)));
  const numbers = value instanceof PDFArray ? readNumbers(value) : [];
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = numbers;
  const box = { left: Math.min(x1, x2), bottom: Math.min(y1, y2), right: Math.max(x1, x2), top: Math.max(y1, y2) };
  return box.right > box.left && box.top > box.bottom ? box : undefined;
}

/** The numbers of an array; 0 for what is no number. */
export function readNumbers(array: PDFArray): readonly number[] {
  return Array.from({ length: Math.min(array.size(), 6) }, (_, index) => {
    const value = array.lookup(index);
    return value instanceof PDFNumber ? value.asNumber() : 0;
  });
}
