import { decode } from 'bmp-ts';
import { parentPort } from 'node:worker_threads';
import sharp, { type Sharp } from 'sharp';
import { THUMBNAIL_PIXELS, type ThumbnailReply, type ThumbnailTask } from './contract.ts';

/** A picture with more pixels takes more memory than a thumbnail is worth. */
const MAX_PIXELS = 50_000_000;
const BMP_HEADER_BYTES = 26;

// One picture at a time, and none of them twice.
sharp.concurrency(1);
sharp.cache(false);

parentPort?.on('message', (task: ThumbnailTask) => {
  void makeThumbnail(task).then((reply) => parentPort?.postMessage(reply, reply.content === undefined ? [] : [reply.content.buffer]));
});

/** Makes an upright picture that fits into a square. The first one, of a file with several; the first page, of a PDF. */
async function makeThumbnail({ content, extension }: ThumbnailTask): Promise<ThumbnailReply> {
  try {
    const input = await openPicture(content, extension);
    const made = await input
      .rotate()
      .resize({ width: THUMBNAIL_PIXELS, height: THUMBNAIL_PIXELS, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 78 })
      .toBuffer();
    return { content: Uint8Array.from(made) };
  } catch {
    // Damaged, or too large.
    return {};
  }
}

async function openPicture(content: Uint8Array<ArrayBuffer>, extension: string): Promise<Sharp> {
  if (extension === 'bmp') return decodeBitmap(content);
  // Loaded with the first PDF: its code is large.
  const picture = extension === 'pdf' ? await (await import('./draw-pdf-page.ts')).drawPdfPage(content, THUMBNAIL_PIXELS) : content;
  return sharp(picture, { limitInputPixels: MAX_PIXELS, sequentialRead: true });
}

/** The image library does not read BMP. The size is checked before the decoder reserves memory for it. */
function decodeBitmap(content: Uint8Array): Sharp {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  if (bytes.length < BMP_HEADER_BYTES || Math.abs(bytes.readInt32LE(18)) * Math.abs(bytes.readInt32LE(22)) > MAX_PIXELS)
    throw new RangeError('too large');
  const { data, width, height } = decode(bytes, { toRGBA: true });
  return sharp(data, { limitInputPixels: MAX_PIXELS, raw: { width, height, channels: 4 } }).removeAlpha();
}
