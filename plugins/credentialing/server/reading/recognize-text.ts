import { createRequire } from 'node:module';
import path from 'node:path';
import sharp from 'sharp';
import tesseract, { type Worker } from 'tesseract.js';
import type { PageWord, ReadPage } from '../../shared/reading.ts';
import { MAX_CHARACTERS, MAX_PIXELS, MAX_WORDS, UnreadableDocument } from './thread-contract.ts';

/** The language data is a package; nothing is downloaded. */
const LANGUAGE_FOLDER = path.join(
  path.dirname(createRequire(import.meta.url).resolve('@tesseract.js-data/eng/package.json')),
  '4.0.0_best_int',
);

/** The longer side of what is read, in pixels: about 200 dots per inch of a letter. */
const MOST_PIXELS = 2_200;
/** A smaller picture is enlarged: letters of few pixels are not recognized. */
const LEAST_PIXELS = 1_400;
/** Words that are less sure are mostly lines and stains. */
const LEAST_CONFIDENCE = 0.35;

// One picture at a time, and none of them twice.
sharp.concurrency(1);
sharp.cache(false);

/** Recognizes the text of pictures. The recognizer is loaded with the first one. */
export function createRecognizer(): {
  read(picture: Uint8Array, number: number): Promise<ReadPage>;
  end(): Promise<void>;
} {
  let worker: Promise<Worker> | undefined;
  return {
    read: async (picture, number) => {
      const { data, width, height } = await preparePicture(picture);
      worker ??= tesseract.createWorker('eng', tesseract.OEM.LSTM_ONLY, { langPath: LANGUAGE_FOLDER, gzip: true, cacheMethod: 'none' });
      const result = await (await worker).recognize(data, {}, { blocks: true, text: false });
      const words = (result.data.blocks ?? [])
        .flatMap(({ paragraphs }) => paragraphs)
        .flatMap(({ lines }) => lines)
        .flatMap((line) => line.words);
      return { number, width, height, words: words.map(toWord).filter(isReadable).slice(0, MAX_WORDS) };
    },
    end: async () => {
      await (await worker)?.terminate();
    },
  };
}

/** An upright picture in shades of gray, as large as the recognizer needs it. Errors: `too_large`, `damaged`. */
async function preparePicture(picture: Uint8Array): Promise<{ readonly data: Buffer; readonly width: number; readonly height: number }> {
  try {
    // The head of the file says how large it is: nothing is decoded before that is checked.
    const { width = 0, height = 0 } = await sharp(picture, { limitInputPixels: false }).metadata();
    if (width * height > MAX_PIXELS) throw new UnreadableDocument('too_large');
    const side = Math.min(Math.max(width, height, LEAST_PIXELS), MOST_PIXELS);
    const { data, info } = await sharp(picture, { limitInputPixels: MAX_PIXELS, sequentialRead: true })
      .rotate()
      .resize({ width: side, height: side, fit: 'inside' })
      .flatten({ background: '#ffffff' })
      .grayscale()
      .normalise()
      .png({ compressionLevel: 1 })
      .toBuffer({ resolveWithObject: true });
    return { data, width: info.width, height: info.height };
  } catch (error) {
    throw error instanceof UnreadableDocument ? error : new UnreadableDocument('damaged');
  }
}

interface RecognizedWord {
  readonly text: string;
  readonly confidence: number;
  readonly bbox: { readonly x0: number; readonly y0: number; readonly x1: number; readonly y1: number };
}

function toWord({ text, confidence, bbox }: RecognizedWord): PageWord {
  return {
    text: text.trim().slice(0, MAX_CHARACTERS),
    left: bbox.x0,
    top: bbox.y0,
    right: bbox.x1,
    bottom: bbox.y1,
    confidence: confidence / 100,
  };
}

function isReadable({ text, confidence }: PageWord): boolean {
  return text !== '' && confidence >= LEAST_CONFIDENCE;
}
