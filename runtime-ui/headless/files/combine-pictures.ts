import { findCorners } from './find-corners.ts';
import { flattenPage, sizeOfPage } from './flatten-page.ts';
import type { Corners } from './page-corners.ts';
import { buildPicturePdf, type PicturePage } from './picture-pdf.ts';

/** Pixels of the longer side of a page: enough to read small print, and below the size limit of uploads for many pages. */
const MAX_SIDE = 2000;
const QUALITY = 0.85;
/** Pixels of the longer side in which the page is searched. */
const SEARCHED_SIDE = 256;
/** Larger pictures are made smaller before their page is cut out: phones have little memory for canvases. */
const MAX_CUT_SIDE = 3000;

/** A picture with the page in it. */
export interface TakenPicture {
  readonly picture: File;
  /** The corners of the page; absent: it is the whole picture. */
  readonly corners?: Corners | undefined;
}

/** Draws a picture as the browser shows it, upright and without transparency, with this longer side at most. @throws if it cannot be read. */
async function drawPicture(
  file: File,
  most: number,
): Promise<{ readonly canvas: HTMLCanvasElement; readonly context: CanvasRenderingContext2D }> {
  const bitmap = await createImageBitmap(file);
  const scale = Math.min(1, most / Math.max(bitmap.width, bitmap.height));
  const [width, height] = [Math.round(bitmap.width * scale), Math.round(bitmap.height * scale)];
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  if (context === null) throw new DOMException('no canvas', 'NotSupportedError');
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
  context.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  return { canvas, context };
}

/** The page inside the corners of a picture, straight. */
async function cutPage(picture: File, corners: Corners): Promise<HTMLCanvasElement> {
  const { canvas, context } = await drawPicture(picture, MAX_CUT_SIDE);
  const size = sizeOfPage(corners, canvas, MAX_SIDE);
  const flat = flattenPage(context.getImageData(0, 0, canvas.width, canvas.height), corners, size);
  Object.assign(canvas, size);
  context.putImageData(new ImageData(flat, size.width, size.height), 0, 0);
  return canvas;
}

async function toBlob(canvas: HTMLCanvasElement): Promise<Blob | undefined> {
  return (await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))) ?? undefined;
}

/** The page as a JPEG picture with its size; undefined: the browser cannot read the picture. */
async function readPage({
  picture,
  corners,
}: TakenPicture): Promise<{ readonly blob: Blob; readonly width: number; readonly height: number } | undefined> {
  try {
    const canvas = corners === undefined ? (await drawPicture(picture, MAX_SIDE)).canvas : await cutPage(picture, corners);
    const blob = await toBlob(canvas);
    return blob && { blob, width: canvas.width, height: canvas.height };
  } catch {
    return undefined;
  }
}

/** The corners of the page in a picture; undefined: none is found, or the picture cannot be read. */
export async function findPageCorners(picture: File): Promise<Corners | undefined> {
  try {
    const { canvas, context } = await drawPicture(picture, SEARCHED_SIDE);
    const { width, height } = canvas;
    const { data } = context.getImageData(0, 0, width, height);
    const pixels = Uint8Array.from({ length: width * height }, (_, at) => {
      const [red = 0, green = 0, blue = 0] = data.subarray(at * 4, at * 4 + 3);
      return (red * 3 + green * 6 + blue) / 10;
    });
    return findCorners({ pixels, width, height });
  } catch {
    return undefined;
  }
}

/**
 * Combines pictures to one PDF, a page for each; a single picture stays a picture, and the same one if its page was not cut out. Undefined:
 * one of them cannot be read.
 */
export async function combinePictures(pictures: readonly TakenPicture[], name: string): Promise<File | undefined> {
  const [only] = pictures;
  if (pictures.length === 1 && only?.corners === undefined) return only?.picture;
  const pages: PicturePage[] = [];
  // One after the other: decoded pictures are large.
  for (const picture of pictures) {
    const page = await readPage(picture);
    if (page === undefined) return undefined;
    if (pictures.length === 1) return new File([page.blob], `${name}.jpg`, { type: 'image/jpeg' });
    pages.push({ jpeg: new Uint8Array(await page.blob.arrayBuffer()), width: page.width, height: page.height });
  }
  return new File([buildPicturePdf(pages)], `${name}.pdf`, { type: 'application/pdf' });
}
