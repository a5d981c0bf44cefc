function pointAt(cx: number, cy: number, radius: number, turn: number): string {
  const angle = (turn - 0.25) * 2 * Math.PI;
  return `${(cx + radius * Math.cos(angle)).toFixed(2)},${(cy + radius * Math.sin(angle)).toFixed(2)}`;
}

/**
 * The path of a part of a ring, or of a circle with an inner radius of 0. `from` and `to` are turns from the top, clockwise: 0.25 is at the
 * right.
 */
export function createArcPath({
  cx,
  cy,
  inner,
  outer,
  from,
  to,
}: {
  readonly cx: number;
  readonly cy: number;
  readonly inner: number;
  readonly outer: number;
  readonly from: number;
  readonly to: number;
}): string {
  // One arc cannot be a whole circle: its ends would be the same point.
  if (to - from > 0.9999) {
    const half = from + 0.5;
    return `${createArcPath({ cx, cy, inner, outer, from, to: half })}${createArcPath({ cx, cy, inner, outer, from: half, to: from + 0.9999 })}`;
  }
  const large = to - from > 0.5 ? 1 : 0;
  const edge = `M${pointAt(cx, cy, outer, from)}A${outer},${outer} 0 ${large} 1 ${pointAt(cx, cy, outer, to)}`;
  if (inner === 0) return `${edge}L${cx},${cy}Z`;
  return `${edge}L${pointAt(cx, cy, inner, to)}A${inner},${inner} 0 ${large} 0 ${pointAt(cx, cy, inner, from)}Z`;
}
