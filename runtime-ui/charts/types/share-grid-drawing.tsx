import type { DrawingProps } from '../contract.ts';
import { WHOLE } from '../figures/figure-matrix.ts';
import { formatValue } from '../figures/format-figure.ts';
import { createArcPath } from '../parts/arc-path.ts';
import { FigureTiles } from '../parts/figure-tiles.tsx';

const SIZE = 92;
const CENTRE = SIZE / 2;

interface DialProps {
  readonly part: number;
  readonly colour: string;
  readonly isGauge: boolean;
}

/** A small pie, or a half circle that fills from the left. */
function Dial({ part, colour, isGauge }: DialProps) {
  const shape = { cx: CENTRE, cy: CENTRE, inner: isGauge ? 30 : 0, outer: 42 };
  const [from, length] = isGauge ? [-0.25, 0.5] : [0, 1];
  const shown = Math.min(1, Math.max(0, part));
  const height = isGauge ? CENTRE + 4 : SIZE;
  return (
    <svg width={SIZE} height={height} viewBox={`0 0 ${SIZE} ${height}`}>
      <path d={createArcPath({ ...shape, from, to: from + length })} className="ch-track" />
      {shown > 0 && <path d={createArcPath({ ...shape, from, to: from + length * shown })} fill={colour} />}
    </svg>
  );
}

/** A gauge for each group, full at the maximum; or a pie for each group with its share of the total. */
export function ShareGridDrawing({ view, matrix, texts: [groups], looks }: DrawingProps) {
  const isGauge = view.type === 'gauge';
  const maximum = (isGauge ? view.gaugeMaximum : null) ?? matrix.valueAt(WHOLE) ?? 0;
  const partOf = (value: number | null) => (maximum <= 0 ? 0 : (value ?? 0) / maximum);
  return (
    <FigureTiles
      matrix={matrix}
      names={groups?.full}
      open={groups?.open}
      renderPicture={(first, value) => <Dial part={partOf(value)} colour={looks[first]?.colour ?? ''} isGauge={isGauge} />}
      renderNote={(value) => maximum > 0 && <span className="ch-tile-part">{formatValue(partOf(value), 'percent')}</span>}
    />
  );
}
