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

/** Scripts whose letters do not depend on their neighbours: Latin, Greek, Cyrillic, Armenian, Georgian; signs. */
const SIMPLE_SCRIPTS = /^[\u0020-\u02ff\u0370-\u058f\u10a0-\u10ff\u1e00-\u1fff\u2010-\u2027\u20a0-\u20bf\u2100-\u2bff]*$/;

/** The fonts of fontkit, as far as they differ from what the PDF library expects. */
interface FontkitFont extends Font {
  glyphsForString(text: string): ReturnType<Font['layout']>['glyphs'];
}

/**
 * Makes fontkit and the PDF library work together. Laying a text out takes much longer than finding its glyphs, which is the same for simple
 * scripts.
 */
const FONTKIT: Fontkit = {
  async create(data, name) {
    const font = (await (fontkit as unknown as Fontkit).create(data, name)) as FontkitFont;
    const { layout, createSubset } = font;
    return Object.assign(font, {
      createSubset: () => hideEncode(createSubset.call(font)),
      layout: (text: string, features?: Parameters<Font['layout']>[1]) =>
        SIMPLE_SCRIPTS.test(text) ? { glyphs: font.glyphsForString(text) } : layout.call(font, text, features),
    });
  },
};

/** The PDF library calls `encode` without a stream, which this version of fontkit does not have: it is hidden until the font is written. */
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
