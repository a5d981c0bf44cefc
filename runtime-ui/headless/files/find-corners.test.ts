import { describe, expect, it } from 'vitest';
import { findCorners } from './find-corners.ts';
import { flattenPage, projectOnto, sizeOfPage } from './flatten-page.ts';
import { countCorners, moveCorner, WHOLE_PICTURE, type Corners } from './page-corners.ts';

const [WIDTH, HEIGHT] = [200, 160];
const PAGE: Corners = [
  { x: 0.2, y: 0.15 },
  { x: 0.8, y: 0.1 },
  { x: 0.9, y: 0.9 },
  { x: 0.12, y: 0.85 },
];

/** Whether a place is inside corners that turn to the right. */
function isInside(corners: Corners, x: number, y: number): boolean {
  return corners.every((corner, at) => {
    const next = corners[(at + 1) % 4] ?? corner;
    return (next.x - corner.x) * (y - corner.y) - (next.y - corner.y) * (x - corner.x) >= 0;
  });
}

/** A page with lines of text on a table. */
function photograph(corners: Corners, page = 230, table = 70) {
  const pixels = Uint8Array.from({ length: WIDTH * HEIGHT }, (_, at) => {
    const [column, row] = [at % WIDTH, Math.floor(at / WIDTH)];
    if (!isInside(corners, (column + 0.5) / WIDTH, (row + 0.5) / HEIGHT)) return table + (at % 7);
    return row % 9 === 0 && column % 5 < 3 && column > 50 && column < 140 ? 40 : page - (at % 5);
  });
  return { pixels, width: WIDTH, height: HEIGHT };
}

const expectNear = (found: Corners | undefined, corners: Corners): void =>
  corners.forEach(({ x, y }, at) => {
    expect(Math.abs((found?.[at]?.x ?? -1) - x), `x of corner ${at}`).toBeLessThan(0.02);
    expect(Math.abs((found?.[at]?.y ?? -1) - y), `y of corner ${at}`).toBeLessThan(0.02);
  });

describe('The corners of a page in a picture', () => {
  it('are found on a darker or a brighter table, also if the page is cut off at the bottom', () => {
    expectNear(findCorners(photograph(PAGE)), PAGE);
    expectNear(findCorners(photograph(PAGE, 60, 200)), PAGE);
    const cut: Corners = [PAGE[0], PAGE[1], { x: 0.88, y: 1 }, { x: 0.14, y: 1 }];
    const found = findCorners(photograph(cut));
    expectNear(found, cut);
    expect(countCorners(found ?? WHOLE_PICTURE)).toBe(2);
  });

  it('are not guessed: not without contrast, not if the page is the whole picture, not for another shape', () => {
    expect(findCorners(photograph(PAGE, 230, 215))).toBeUndefined();
    expect(findCorners({ pixels: new Uint8Array(WIDTH * HEIGHT).fill(200), width: WIDTH, height: HEIGHT })).toBeUndefined();
    // A cross is as wide and as high as a page and is none.
    const cross = Uint8Array.from({ length: WIDTH * HEIGHT }, (_, at) =>
      Math.abs((at % WIDTH) - 100) < 24 || Math.abs(Math.floor(at / WIDTH) - 80) < 20 ? 230 : 60,
    );
    expect(findCorners({ pixels: cross, width: WIDTH, height: HEIGHT })).toBeUndefined();
  });

  it('stay the shape of a page when one is moved', () => {
    expect(moveCorner(WHOLE_PICTURE, 0, { x: -3, y: 0.25 })[0]).toEqual({ x: 0, y: 0.25 });
    expect(moveCorner(WHOLE_PICTURE, 0, { x: 0.9, y: 0.9 })).toBe(WHOLE_PICTURE);
  });
});

describe('A page that is cut out', () => {
  it('is straight: every place of it is the same place of the page in the picture', () => {
    const place = projectOnto(PAGE);
    const ends = [place(0, 0), place(1, 0), place(1, 1), place(0, 1)];
    ends.forEach((end, at) => {
      expect(end.x).toBeCloseTo(PAGE[at]?.x ?? -1);
      expect(end.y).toBeCloseTo(PAGE[at]?.y ?? -1);
    });
    const { pixels } = photograph(PAGE);
    const data = Uint8ClampedArray.from({ length: pixels.length * 4 }, (_, at) => pixels[at >> 2] ?? 0);
    const size = sizeOfPage(PAGE, { width: WIDTH, height: HEIGHT }, 120);
    expect(Math.max(size.width, size.height)).toBe(120);
    const flat = flattenPage({ data, width: WIDTH, height: HEIGHT }, PAGE, size);
    // No pixel of the table is left in the first column, which is a margin of the page.
    const margin = Array.from({ length: size.height - 6 }, (_, row) => flat[((row + 3) * size.width + 2) * 4] ?? 0);
    expect(Math.min(...margin)).toBeGreaterThan(150);
  });
});
