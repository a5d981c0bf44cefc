import { deflateSync } from 'node:zlib';
import type { PDFDocument, PDFRef } from 'pdf-lib';
import sharp from 'sharp';
import { PdfError } from './pdf-error.ts';

/** Pixels of a picture of a signature. */
const MAX_PIXELS = 25_000_000;
/** Wider or higher ones are made smaller: enough for a place as wide as a page. */
const MAX_SIDE = 1_600;

/** A picture in a document. */
export interface EmbeddedPicture {
  readonly ref: PDFRef;
  readonly width: number;
  readonly height: number;
}

/** Embeds a PNG or JPEG with its transparency. Throws {@link PdfError} `picture_not_usable`. */
export async function embedPicture({ context }: PDFDocument, content: Uint8Array): Promise<EmbeddedPicture> {
  const { data, info } = await decodePicture(content);
  const pixels = info.width * info.height;
  const [colours, alpha] = [Buffer.allocUnsafe(pixels * 3), Buffer.allocUnsafe(pixels)];
  for (let pixel = 0; pixel < pixels; pixel += 1) {
    data.copy(colours, pixel * 3, pixel * 4, pixel * 4 + 3);
    alpha[pixel] = data[pixel * 4 + 3] ?? 255;
  }
  const register = (bytes: Buffer, colourSpace: string, extra: { readonly SMask?: PDFRef } = {}): PDFRef =>
    context.register(
      context.stream(deflateSync(bytes), {
        Type: 'XObject',
        Subtype: 'Image',
        Width: info.width,
        Height: info.height,
        ColorSpace: colourSpace,
        BitsPerComponent: 8,
        Filter: 'FlateDecode',
        ...extra,
      }),
    );
  const mask = register(alpha, 'DeviceGray');
  return { ref: register(colours, 'DeviceRGB', { SMask: mask }), width: info.width, height: info.height };
}

/** Four bytes a pixel. */
async function decodePicture(
  content: Uint8Array,
): Promise<{ readonly data: Buffer; readonly info: { readonly width: number; readonly height: number } }> {
  try {
    return await sharp(content, { limitInputPixels: MAX_PIXELS })
      .rotate()
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
  } catch (error) {
    throw new PdfError('picture_not_usable', '', { cause: error });
  }
}
