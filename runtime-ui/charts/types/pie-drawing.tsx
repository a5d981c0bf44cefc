import { t } from '../../kit/index.ts';
import type { DrawingProps } from '../contract.ts';
import { toFigureKey, WHOLE } from '../figures/figure-matrix.ts';
import { fitFigure, formatValue } from '../figures/format-figure.ts';
import { createArcPath } from '../parts/arc-path.ts';
import { useActiveFigure } from '../parts/figure-frame.tsx';
import { Legend } from '../parts/legend.tsx';

const MAX_SIZE = 260;

/** Slices of the groups with a positive value; a pie cannot show others, which the note names. */
export function PieDrawing({ view, matrix, texts, looks, width, height }: DrawingProps) {
  const active = useActiveFigure();
  const values = matrix.firsts.map((_, first) => matrix.valueAt({ first, second: null }));
  const sum = values.reduce<number>((total, value) => total + Math.max(0, value ?? 0), 0);
  const format = matrix.measure?.format ?? 'number';
  const size = Math.min(height, width, MAX_SIZE);
  const outer = size / 2 - 4;
  const inner = view.type === 'donut' ? outer * 0.66 : 0;
  const shareOf = (value: number) => formatValue(value / sum, 'percent');
  const hasNegative = values.some((value) => value !== null && value < 0);
  const total = matrix.valueAt(WHOLE);
  let turn = 0;
  return (
    <div className="ch-pie">
      <svg width={size} height={size} viewBox={`0 0 ${size} ${size}`}>
        {sum === 0 && (
          <circle cx={size / 2} cy={size / 2} r={(outer + inner) / 2} className="ch-ring" strokeWidth={Math.min(18, outer - inner)} />
        )}
        {values.map((value, first) => {
          if (value === null || value <= 0) return null;
          const from = turn;
          turn += value / sum;
          const place = { first, second: null };
          return (
            <path
              key={first}
              d={createArcPath({ cx: size / 2, cy: size / 2, inner, outer, from, to: turn })}
              fill={looks[first]?.colour}
              fillOpacity={texts[0]?.open === first ? 0.5 : 1}
              className="ch-mark"
              data-figure={toFigureKey(place)}
              data-active={active?.first === first || undefined}
            />
          );
        })}
        {view.type === 'donut' && total !== null && (
          <text x={size / 2} y={size / 2 + 7} textAnchor="middle" className="ch-centre">
            {fitFigure(total, format, inner)}
          </text>
        )}
      </svg>
      {view.showLegend && (
        <Legend
          labels={texts[0]?.full ?? []}
          looks={looks}
          {...(view.showLabels
            ? {
                values: values.map((value) =>
                  value === null || value <= 0 ? formatValue(value, format) : `${formatValue(value, format)} (${shareOf(value)})`,
                ),
              }
            : {})}
        />
      )}
      {sum === 0 && <p className="ch-note">{t('charts.allZero')}</p>}
      {hasNegative && <p className="ch-note">{t('charts.negative')}</p>}
    </div>
  );
}
