import { createRequire } from 'node:module';
import path from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Images inside a page with more pixels are left out. */
const MAX_IMAGE_PIXELS = 25_000_000;

/** The fonts, character maps and decoders that a document may need are files of the package. */
const folder = path.dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
const partFolder = (name: string): string => `${path.join(folder, name)}/`;

/**
 * Draws the first page of a PDF on white, as a PNG. `pixels`: of its longer side. Scripts of the document do not run. Rejects for what is no
 * PDF, is damaged, or needs a password.
 */
export async function drawPdfPage(data: Uint8Array<ArrayBuffer>, pixels: number): Promise<Buffer> {
  const task = getDocument({
    data,
    isEvalSupported: false,
    enableXfa: false,
    disableFontFace: true,
    useSystemFonts: false,
    maxImageSize: MAX_IMAGE_PIXELS,
    verbosity: VerbosityLevel.ERRORS,
    standardFontDataUrl: partFolder('standard_fonts'),
    cMapUrl: partFolder('cmaps'),
    wasmUrl: partFolder('wasm'),
  });
  try {
    const page = await (await task.promise).getPage(1);
    const { width, height } = page.getViewport({ scale: 1 });
    const viewport = page.getViewport({ scale: pixels / Math.max(width, height, 1) });
    const canvas = createCanvas(Math.max(1, Math.round(viewport.width)), Math.max(1, Math.round(viewport.height)));
    // The canvas has what pdf.js uses of that of a browser.
    await page.render({ canvas: canvas as unknown as HTMLCanvasElement, viewport, background: '#ffffff' }).promise;
    return canvas.toBuffer('image/png');
  } finally {
    await task.destroy();
  }
}
