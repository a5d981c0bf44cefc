import type { DrawingProps } from '../contract.ts';
import { toFigureKey, WHOLE } from '../figures/figure-matrix.ts';
import { formatFigure } from '../figures/format-figure.ts';
import { createArcPath } from '../parts/arc-path.ts';
import { useActiveFigure } from '../parts/figure-frame.tsx';

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
export function ShareGridDrawing({ view, matrix, texts, looks }: DrawingProps) {
  const active = useActiveFigure();
  const isGauge = view.type === 'gauge';
  const format = matrix.measure?.format ?? 'number';
  const maximum = (isGauge ? view.gaugeMaximum : null) ?? matrix.valueAt(WHOLE) ?? 0;
  return (
    <ul className="ch-tiles">
      {matrix.firsts.map((_, first) => {
        const value = matrix.valueAt({ first, second: null });
        const part = maximum <= 0 ? 0 : (value ?? 0) / maximum;
        return (
          <li
            key={first}
            className="ch-tile"
            data-figure={toFigureKey({ first, second: null })}
            data-active={active?.first === first || undefined}
            data-open={texts[0]?.open === first || undefined}
          >
            <Dial part={part} colour={looks[first]?.colour ?? ''} isGauge={isGauge} />
            <span className="ch-tile-value">{formatFigure(value, format)}</span>
            {maximum > 0 && <span className="ch-tile-part">{formatFigure(part, 'percent')}</span>}
            <span className="ch-tile-name">{texts[0]?.full[first]}</span>
          </li>
        );
      })}
    </ul>
  );
}
