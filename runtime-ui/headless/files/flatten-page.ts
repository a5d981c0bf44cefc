import type { Corners, PicturePoint } from './page-corners.ts';

/** Pixels with red, green, blue and opacity, row by row. */
export interface Pixels {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

const distance = (one: PicturePoint, two: PicturePoint): number => Math.hypot(one.x - two.x, one.y - two.y);

/** The size of the page inside corners, in pixels of the picture; `most`: of its longer side. */
export function sizeOfPage(corners: Corners, picture: Pick<Pixels, 'width' | 'height'>, most: number) {
  const [one, two, three, four] = corners.map(({ x, y }) => ({ x: x * picture.width, y: y * picture.height })) as unknown as Corners;
  const width = Math.max(distance(one, two), distance(four, three));
  const height = Math.max(distance(one, four), distance(two, three));
  const scale = Math.min(1, most / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Where a place of the flat page (fractions of its sides) is in the picture: the projection of a square onto four corners. */
export function projectOnto(corners: Corners): (u: number, v: number) => PicturePoint {
  const [p0, p1, p2, p3] = corners;
  const [sx, sy] = [p0.x - p1.x + p2.x - p3.x, p0.y - p1.y + p2.y - p3.y];
  const [dx1, dy1, dx2, dy2] = [p1.x - p2.x, p1.y - p2.y, p3.x - p2.x, p3.y - p2.y];
  const by = dx1 * dy2 - dx2 * dy1;
  const g = (sx * dy2 - dx2 * sy) / by;
  const h = (dx1 * sy - sx * dy1) / by;
  const [a, b] = [p1.x - p0.x + g * p1.x, p3.x - p0.x + h * p3.x];
  const [d, e] = [p1.y - p0.y + g * p1.y, p3.y - p0.y + h * p3.y];
  return (u, v) => {
    const w = g * u + h * v + 1;
    return { x: (a * u + b * v + p0.x) / w, y: (d * u + e * v + p0.y) / w };
  };
}

/** Draws what is inside the corners as a flat page of a size: straight, without the background. */
export function flattenPage(picture: Pixels, corners: Corners, { width, height }: { readonly width: number; readonly height: number }) {
  const place = projectOnto(corners);
  const flat = new Uint8ClampedArray(width * height * 4);
  const [right, bottom] = [picture.width - 1, picture.height - 1];
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const { x, y } = place((column + 0.5) / width, (row + 0.5) / height);
      const [px, py] = [Math.min(right, Math.max(0, x * picture.width - 0.5)), Math.min(bottom, Math.max(0, y * picture.height - 0.5))];
      const [left, top] = [Math.floor(px), Math.floor(py)];
      const [fx, fy] = [px - left, py - top];
      const at = (top * picture.width + left) * 4;
      const beside = left < right ? 4 : 0;
      const below = top < bottom ? picture.width * 4 : 0;
      const to = (row * width + column) * 4;
      for (let part = 0; part < 3; part += 1) {
        const from = at + part;
        const upper = (picture.data[from] ?? 0) * (1 - fx) + (picture.data[from + beside] ?? 0) * fx;
        const lower = (picture.data[from + below] ?? 0) * (1 - fx) + (picture.data[from + below + beside] ?? 0) * fx;
        flat[to + part] = upper * (1 - fy) + lower * fy;
      }
      flat[to + 3] = 255;
    }
  }
  return flat;
}
