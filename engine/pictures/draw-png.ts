/** Pixels of a side of a picture at most, and characters of its SVG. */
const MAX_SIDE = 4_000;
const MAX_CHARACTERS = 400_000;

/** Undefined instead of an error: a picture that cannot be drawn is left out. */
type Drawn = Uint8Array | undefined;

/**
 * Draws an SVG as PNG, twice as many pixels as its size, in the threads of the library, not on the event loop. It must be made by the product:
 * an SVG of somebody else may name files. Undefined if it is too large or cannot be drawn.
 */
export async function drawPng(svg: string): Promise<Drawn> {
  if (svg.length > MAX_CHARACTERS) return undefined;
  // Loaded when it is needed: few processes draw.
  const { default: sharp } = await import('sharp');
  try {
    const picture = sharp(Buffer.from(svg), { density: 144, limitInputPixels: MAX_SIDE * MAX_SIDE });
    return await picture.png({ compressionLevel: 9, palette: true }).toBuffer();
  } catch {
    return undefined;
  }
}
