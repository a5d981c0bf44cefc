import { decode } from 'bmp-ts';
import type { PDFDocument, PDFImage } from 'pdf-lib';
import sharp, { type Sharp } from 'sharp';
import { IMAGE_WIDTH, PAGE_HEIGHT, PAGE_WIDTH, type MergeSource } from './contract.ts';

/** Space above and below an image, as there is beside it. */
const IMAGE_HEIGHT = PAGE_HEIGHT - (PAGE_WIDTH - IMAGE_WIDTH);

/** Pixels for 300 dots per inch: a printer shows no more. */
const PIXELS_PER_POINT = 300 / 72;

/** Larger images take more memory than a merge may use. */
const MAX_PIXELS = 100_000_000;

/** Adds a page with an image in its middle, as large as it is but not beyond the margins. Throws what the decoders throw. */
export async function addImage(target: PDFDocument, source: MergeSource): Promise<void> {
  const image = await embedImage(target, source);
  const factor = Math.min(1, IMAGE_WIDTH / image.width, IMAGE_HEIGHT / image.height);
  const [width, height] = [image.width * factor, image.height * factor];
  const page = target.addPage([PAGE_WIDTH, PAGE_HEIGHT]);
  page.drawImage(image, { x: (PAGE_WIDTH - width) / 2, y: (PAGE_HEIGHT - height) / 2, width, height });
}

/** Embeds an image upright, with no more pixels than a printer shows. A JPEG that needs no change is embedded as it is. */
async function embedImage(target: PDFDocument, { content, extension }: MergeSource): Promise<PDFImage> {
  const input = extension === 'bmp' ? decodeBitmap(content) : sharp(content, { limitInputPixels: MAX_PIXELS });
  const { format, width, height, orientation = 1, hasAlpha } = await input.metadata();
  const [maxWidth, maxHeight] = [Math.round(IMAGE_WIDTH * PIXELS_PER_POINT), Math.round(IMAGE_HEIGHT * PIXELS_PER_POINT)];
  if (format === 'jpeg' && orientation === 1 && width <= maxWidth && height <= maxHeight) return target.embedJpg(content);
  const upright = input.rotate().resize({ width: maxWidth, height: maxHeight, fit: 'inside', withoutEnlargement: true });
  // Photographs as PNG would become many times as large.
  return format === 'jpeg' || (format === 'webp' && !hasAlpha)
    ? target.embedJpg(await upright.jpeg({ quality: 90 }).toBuffer())
    : target.embedPng(await upright.png().toBuffer());
}

/** The image library does not read BMP. */
function decodeBitmap(content: Uint8Array): Sharp {
  const { data, width, height } = decode(Buffer.from(content), { toRGBA: true });
  return sharp(data, { limitInputPixels: MAX_PIXELS, raw: { width, height, channels: 4 } }).removeAlpha();
}
