import { createRequire } from 'node:module';
import path from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import { getDocument, VerbosityLevel, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PageWord, ReadPage } from '../../shared/reading.ts';
import { checkStreams } from './check-streams.ts';
import { MAX_CHARACTERS, MAX_PAGES, MAX_PICTURES, MAX_WORDS, UnreadableDocument, type ReadPages } from './thread-contract.ts';

/** Images inside a page with more pixels are left out. */
const MAX_IMAGE_PIXELS = 25_000_000;
/** The longer side of a drawn page, in pixels. */
const DRAWN_PIXELS = 2_200;
/** A page with fewer words is a picture with a stamp or a page number. */
const LEAST_WORDS = 5;

/** The fonts, character maps and decoders that a document may need are files of the package. */
const folder = path.dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
const partFolder = (name: string): string => `${path.join(folder, name)}/`;

/** Recognizes the text of a drawn page. */
type Recognize = (picture: Uint8Array, number: number) => Promise<ReadPage>;

/**
 * Reads the first pages of a PDF: its text with places, and of pages without text what is recognized in their pictures. Scripts of the
 * document do not run.
 * @throws an `UnreadableDocument`.
 */
export async function readPdf(content: Uint8Array<ArrayBuffer>, recognize: Recognize): Promise<ReadPages> {
  const decrypted = isEncrypted(content) ? await decryptPdf(content) : undefined;
  const data = decrypted?.content ?? content;
  checkStreams(data);
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
    const document = await task.promise;
    const pages: ReadPage[] = [];
    let pictures = 0;
    for (let number = 1; number <= Math.min(document.numPages, MAX_PAGES); number += 1) {
      const page = await document.getPage(number);
      const read = await readText(page, number);
      const isPicture = read.words.length < LEAST_WORDS && pictures < MAX_PICTURES;
      if (isPicture) pictures += 1;
      pages.push(isPicture ? await recognize(await drawPage(page), number) : read);
      page.cleanup();
    }
    return { pages, pageCount: decrypted?.pageCount ?? document.numPages };
  } catch (error) {
    if (error instanceof UnreadableDocument) throw error;
    throw new UnreadableDocument(error instanceof Error && error.name === 'PasswordException' ? 'encrypted' : 'damaged');
  } finally {
    await task.destroy();
  }
}

/** Whether the streams of a PDF are encrypted, so that nobody sees how large they become. */
function isEncrypted(content: Uint8Array<ArrayBuffer>): boolean {
  return Buffer.from(content.buffer, content.byteOffset, content.byteLength).includes('/Encrypt');
}

/**
 * The first pages of an encrypted PDF as a PDF that is not encrypted, if it opens without a password, as statements of banks often do.
 * @throws an `UnreadableDocument`.
 */
async function decryptPdf(content: Uint8Array): Promise<{ readonly content: Uint8Array<ArrayBuffer>; readonly pageCount: number }> {
  // Loaded with the first encrypted document.
  const { PDFDocument } = await import('pdf-lib');
  try {
    const source = await PDFDocument.load(content, { updateMetadata: false, password: '' });
    const target = await PDFDocument.create({ updateMetadata: false });
    for (const page of await target.copyPages(source, source.getPageIndices().slice(0, MAX_PAGES))) target.addPage(page);
    return { content: Uint8Array.from(await target.save()), pageCount: source.getPageCount() };
  } catch (error) {
    throw new UnreadableDocument(error instanceof Error && /encrypted|password/i.test(error.message) ? 'encrypted' : 'damaged');
  }
}

async function readText(page: PDFPageProxy, number: number): Promise<ReadPage> {
  const viewport = page.getViewport({ scale: 1 });
  const words: PageWord[] = [];
  for (const item of (await page.getTextContent()).items) {
    if (!('str' in item) || item.str.trim() === '' || words.length >= MAX_WORDS) continue;
    const [, , c = 0, d = 0, x = 0, y = 0] = item.transform as readonly number[];
    const height = Math.hypot(c, d) || item.height;
    const corners = viewport.convertToViewportRectangle([x, y - height * 0.2, x + item.width, y + height * 0.8]) as readonly number[];
    words.push(...splitItem(item.str, corners));
  }
  return { number, width: viewport.width, height: viewport.height, words: joinTouching(words).slice(0, MAX_WORDS) };
}

/** The words of a text that is drawn at once, each with its part of the width. */
function splitItem(text: string, [x0 = 0, y0 = 0, x1 = 0, y1 = 0]: readonly number[]): readonly PageWord[] {
  const [left, right] = [Math.min(x0, x1), Math.max(x0, x1)];
  const width = (right - left) / text.length;
  return [...text.matchAll(/\S+/g)].map((match) => ({
    text: match[0].slice(0, MAX_CHARACTERS),
    left: left + width * match.index,
    right: left + width * (match.index + match[0].length),
    top: Math.min(y0, y1),
    bottom: Math.max(y0, y1),
    confidence: 1,
  }));
}

/** Of a space between words, in heights of the line. */
const LEAST_SPACE = 0.08;

/** Joins parts of one word that are drawn one after the other. */
function joinTouching(words: readonly PageWord[]): PageWord[] {
  const joined: PageWord[] = [];
  for (const word of words) {
    const last = joined.at(-1);
    const height = word.bottom - word.top;
    const touches =
      last !== undefined &&
      Math.abs(last.top - word.top) < height * 0.2 &&
      word.left >= last.left &&
      Math.abs(word.left - last.right) < height * LEAST_SPACE;
    if (touches) joined[joined.length - 1] = { ...last, text: (last.text + word.text).slice(0, MAX_CHARACTERS), right: word.right };
    else joined.push(word);
  }
  return joined;
}

async function drawPage(page: PDFPageProxy): Promise<Uint8Array> {
  const { width, height } = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: DRAWN_PIXELS / Math.max(width, height, 1) });
  const canvas = createCanvas(Math.max(1, Math.round(viewport.width)), Math.max(1, Math.round(viewport.height)));
  // The canvas has what pdf.js uses of that of a browser.
  await page.render({ canvas: canvas as unknown as HTMLCanvasElement, viewport, background: '#ffffff' }).promise;
  return canvas.toBuffer('image/png');
}
