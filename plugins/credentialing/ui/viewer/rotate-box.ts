/** A part of a page, in fractions of its width and height. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where a part of a page is when the page is turned to the right by 0, 90, 180 or 270 degrees. */
export function rotateBox({ x, y, width, height }: Box, degrees: number): Box {
  switch (degrees) {
    case 90:
      return { x: 1 - y - height, y: x, width: height, height: width };
    case 180:
      return { x: 1 - x - width, y: 1 - y - height, width, height };
    case 270:
      return { x: y, y: 1 - x - width, width: height, height: width };
    default:
      return { x, y, width, height };
  }
}
