import { buildPicturePdf, type PicturePage } from './picture-pdf.ts';

/** Pixels of the longer side of a page: enough to read small print, and below the size limit of uploads for many pages. */
const MAX_SIDE = 2000;
const QUALITY = 0.85;

/** The picture as the browser shows it, upright and without transparency; undefined: the browser cannot read it. */
async function readPicture(file: File): Promise<PicturePage | undefined> {
  try {
    const bitmap = await createImageBitmap(file);
    const scale = Math.min(1, MAX_SIDE / Math.max(bitmap.width, bitmap.height));
    const [width, height] = [Math.round(bitmap.width * scale), Math.round(bitmap.height * scale)];
    const canvas = Object.assign(document.createElement('canvas'), { width, height });
    const context = canvas.getContext('2d');
    if (context === null) return undefined;
    context.fillStyle = 'white';
    context.fillRect(0, 0, width, height);
    context.drawImage(bitmap, 0, 0, width, height);
    bitmap.close();
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
    return blob === null ? undefined : { jpeg: new Uint8Array(await blob.arrayBuffer()), width, height };
  } catch {
    return undefined;
  }
}

/** Combines pictures to one PDF, a page for each; a single picture stays as it is. Undefined: one of them cannot be read. */
export async function combinePictures(pictures: readonly File[], name: string): Promise<File | undefined> {
  const [only] = pictures;
  if (pictures.length === 1) return only;
  const pages: PicturePage[] = [];
  // One after the other: decoded pictures are large.
  for (const picture of pictures) {
    const page = await readPicture(picture);
    if (page === undefined) return undefined;
    pages.push(page);
  }
  return new File([buildPicturePdf(pages)], `${name}.pdf`, { type: 'application/pdf' });
}
