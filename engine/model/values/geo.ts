/** A point on the earth, in degrees. */
export interface Point {
  /** -90 to 90, north is positive. */
  readonly latitude: number;
  /** -180 to 180, east is positive. */
  readonly longitude: number;
}

/** Mean radius of the earth in miles. */
const EARTH = 3958.7613;
const RADIAN = Math.PI / 180;

/** Miles between two points along the great circle; 0 for the same point. */
export function milesBetween(one: Point, other: Point): number {
  const north = Math.sin(((other.latitude - one.latitude) * RADIAN) / 2) ** 2;
  const east = Math.sin(((other.longitude - one.longitude) * RADIAN) / 2) ** 2;
  const half = north + Math.cos(one.latitude * RADIAN) * Math.cos(other.latitude * RADIAN) * east;
  return 2 * EARTH * Math.asin(Math.min(1, Math.sqrt(half)));
}
