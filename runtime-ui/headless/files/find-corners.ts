import { areaOf, countCorners, isPageShape, type Corners, type PicturePoint } from './page-corners.ts';

/** Brightness of the pixels of a small picture, 0 to 255, row by row. */
export interface GrayPicture {
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** The least part of the picture that a page takes, and the greatest: more is a picture without a background. */
const LEAST = 0.15;
const MOST = 0.97;
/** The least part of the shape that is as bright as the page. */
const FILLED = 0.85;
/** The least difference of the mean brightness of page and background. */
const CONTRAST = 30;

/** The brightness that separates two groups of pixels best (Otsu), and the difference of their means. */
function splitBrightness({ pixels }: GrayPicture): { readonly threshold: number; readonly contrast: number } {
  const counts = new Array<number>(256).fill(0);
  let total = 0;
  for (const pixel of pixels) {
    counts[pixel] = (counts[pixel] ?? 0) + 1;
    total += pixel;
  }
  let best = { threshold: 0, contrast: 0, variance: 0 };
  let [count, sum] = [0, 0];
  for (let level = 0; level < 255; level += 1) {
    count += counts[level] ?? 0;
    sum += level * (counts[level] ?? 0);
    const above = pixels.length - count;
    if (count === 0 || above === 0) continue;
    const contrast = (total - sum) / above - sum / count;
    const variance = count * above * contrast * contrast;
    if (variance > best.variance) best = { threshold: level, contrast, variance };
  }
  return best;
}

/** The largest area of connected pixels that belong to it, as their indexes. */
function findLargestArea({ pixels, width }: GrayPicture, belongs: (pixel: number) => boolean): readonly number[] {
  const seen = new Uint8Array(pixels.length);
  let largest: number[] = [];
  for (let start = 0; start < pixels.length; start += 1) {
    if (seen[start] === 1 || !belongs(pixels[start] ?? 0)) continue;
    const area = [start];
    seen[start] = 1;
    for (let at = 0; at < area.length; at += 1) {
      const index = area[at] as number;
      const column = index % width;
      const around = [index - width, index + width, column > 0 ? index - 1 : -1, column < width - 1 ? index + 1 : -1];
      for (const next of around) {
        const pixel = pixels[next];
        if (pixel === undefined || seen[next] === 1 || !belongs(pixel)) continue;
        seen[next] = 1;
        area.push(next);
      }
    }
    if (area.length > largest.length) largest = area;
  }
  return largest;
}

/** The outermost pixels of an area towards the corners of the picture. */
function findExtremes({ width, height }: GrayPicture, area: readonly number[]): Corners {
  const directions: readonly PicturePoint[] = [
    { x: -1, y: -1 },
    { x: 1, y: -1 },
    { x: 1, y: 1 },
    { x: -1, y: 1 },
  ];
  return directions.map((towards) => {
    let best = { x: 0, y: 0, distance: Number.NEGATIVE_INFINITY };
    for (const index of area) {
      // Pixels end half a pixel beyond their middle.
      const [x, y] = [(index % width) + (towards.x > 0 ? 1 : 0), Math.floor(index / width) + (towards.y > 0 ? 1 : 0)];
      const distance = x * towards.x + y * towards.y;
      if (distance > best.distance) best = { x, y, distance };
    }
    return { x: best.x / width, y: best.y / height };
  }) as unknown as Corners;
}

/**
 * Finds the page in a picture: the largest area that is clearly brighter, or darker, than the rest and has the shape of a page. Undefined:
 * there is none, such as white paper on a white table.
 */
export function findCorners(picture: GrayPicture): Corners | undefined {
  const { threshold, contrast } = splitBrightness(picture);
  if (contrast < CONTRAST) return undefined;
  const size = picture.width * picture.height;
  for (const belongs of [(pixel: number) => pixel > threshold, (pixel: number) => pixel <= threshold]) {
    const area = findLargestArea(picture, belongs);
    if (area.length < LEAST * size) continue;
    const corners = findExtremes(picture, area);
    const part = areaOf(corners);
    // Text and pictures on the page are dark spots in it: they do not count as its shape.
    if (part <= MOST && isPageShape(corners) && area.length / size >= FILLED * part && countCorners(corners) >= 2) return corners;
  }
  return undefined;
}
