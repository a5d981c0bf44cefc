import fontkit from '@pdf-lib/fontkit';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { PDFDocument, PDFFont } from 'pdf-lib';

type Fontkit = Parameters<PDFDocument['registerFontkit']>[0];
type Font = Extract<Awaited<ReturnType<Fontkit['create']>>, { readonly createSubset: unknown }>;
type Subset = ReturnType<Font['createSubset']>;

const FILES = { text: 'DejaVuSans.ttf', bold: 'DejaVuSans-Bold.ttf', signature: 'DejaVuSerif-Italic.ttf' } as const;

/** A font of a document: only its used characters are embedded. */
export interface DocumentFont {
  readonly font: PDFFont;
  /** Width of a text in points at 1 point. */
  measure(text: string): number;
}

/** Loads the fonts of a document, each when it is first used. */
export function createFonts(document: PDFDocument): (name: keyof typeof FILES) => Promise<DocumentFont> {
  const { resolve } = createRequire(import.meta.url);
  document.registerFontkit(FONTKIT);
  const fonts = new Map<string, Promise<DocumentFont>>();
  const load = async (name: keyof typeof FILES): Promise<DocumentFont> => {
    const font = await document.embedFont(readFileSync(resolve(`dejavu-fonts-ttf/ttf/${FILES[name]}`)), { subset: true });
    const widths = new Map<string, number>();
    const measure = (text: string): number => {
      const width = widths.get(text) ?? font.widthOfTextAtSize(text, 1);
      widths.set(text, width);
      return width;
    };
    return { font, measure };
  };
  return (name) => {
    const font = fonts.get(name) ?? load(name);
    fonts.set(name, font);
    return font;
  };
}

/** The PDF library calls `encode` without a stream, which this version of fontkit does not have: it is hidden until the font is written. */
const FONTKIT: Fontkit = {
  async create(data, name) {
    const font = await (fontkit as unknown as Fontkit).create(data, name);
    if (font === null || !('createSubset' in font)) return font;
    const createSubset = font.createSubset.bind(font);
    return Object.assign(font, { createSubset: () => hideEncode(createSubset()) });
  },
};

function hideEncode(subset: Subset): Subset {
  const encodeStream = subset.encodeStream?.bind(subset);
  return Object.assign(subset, {
    encode: undefined,
    encodeStream: () => {
      delete subset.encode;
      return encodeStream?.();
    },
  });
}
