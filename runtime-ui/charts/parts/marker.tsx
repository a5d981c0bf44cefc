const SHAPES = [
  'M-4,0a4,4 0 1,0 8,0a4,4 0 1,0 -8,0Z',
  'M-3.5,-3.5H3.5V3.5H-3.5Z',
  'M0,-4.6L4.4,3.4H-4.4Z',
  'M0,-5L5,0L0,5L-5,0Z',
  'M-4.4,-3.4H4.4L0,4.6Z',
] as const;

interface MarkerProps {
  /** The place of the group, which decides the shape. */
  readonly at: number;
  readonly x: number;
  readonly y: number;
  readonly colour: string;
  /** Of a period that is not over: only its outline. */
  readonly isHollow?: boolean;
}

/** A point of a line. Lines differ by the shapes of their points too, not by colour alone. */
export function Marker({ at, x, y, colour, isHollow = false }: MarkerProps) {
  return (
    <path
      d={SHAPES[at % SHAPES.length]}
      transform={`translate(${x}, ${y})`}
      fill={isHollow ? 'var(--ms-bg)' : colour}
      stroke={colour}
      strokeWidth={1.5}
    />
  );
}

/** The dashes of a line: each round through the shapes has its own. */
export function dashOf(at: number): string {
  return ['none', '7 3', '2 3'][Math.floor(at / SHAPES.length) % 3] ?? 'none';
}
