/** A place in a picture, in fractions of its width and height. */
export interface PicturePoint {
  readonly x: number;
  readonly y: number;
}

/** The corners of a page in a picture, in fractions of its width and height: top left, top right, bottom right, bottom left. */
export type Corners = readonly [PicturePoint, PicturePoint, PicturePoint, PicturePoint];

/** The corners of the whole picture. */
export const WHOLE_PICTURE: Corners = [
  { x: 0, y: 0 },
  { x: 1, y: 0 },
  { x: 1, y: 1 },
  { x: 0, y: 1 },
];

/** A corner this close to the edge of the picture is cut off, or the page ends there. */
const EDGE = 0.01;
/** The smallest part of the picture that a page can be. */
const LEAST_AREA = 0.02;

const clamp = (value: number): number => Math.min(1, Math.max(0, value));

/** The area inside corners, in fractions of the picture; negative: their order is wrong. */
export function areaOf(corners: Corners): number {
  return (
    corners.reduce((sum, { x, y }, at) => {
      const next = corners[(at + 1) % 4] as PicturePoint;
      return sum + x * next.y - next.x * y;
    }, 0) / 2
  );
}

/** Whether every corner turns in the same direction: only such a shape is a page that was taken at an angle. */
export function isPageShape(corners: Corners): boolean {
  return (
    areaOf(corners) >= LEAST_AREA &&
    corners.every((corner, at) => {
      const [before, after] = [corners[(at + 3) % 4] as PicturePoint, corners[(at + 1) % 4] as PicturePoint];
      return (corner.x - before.x) * (after.y - corner.y) - (corner.y - before.y) * (after.x - corner.x) > 0;
    })
  );
}

/** The corners after one was moved, inside the picture; the same ones if the result is not the shape of a page. */
export function moveCorner(corners: Corners, moved: number, to: PicturePoint): Corners {
  const next = corners.map((corner, at) => (at === moved ? { x: clamp(to.x), y: clamp(to.y) } : corner)) as unknown as Corners;
  return isPageShape(next) ? next : corners;
}

/** How many corners of a page are in view. */
export function countCorners(corners: Corners): number {
  return corners.filter(({ x, y }) => Math.min(x, y, 1 - x, 1 - y) > EDGE).length;
}
