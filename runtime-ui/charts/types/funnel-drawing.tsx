import { t } from '../../kit/index.ts';
import type { DrawingProps } from '../contract.ts';
import { toFigureKey } from '../figures/figure-matrix.ts';
import { formatValue } from '../figures/format-figure.ts';
import { useActiveFigure } from '../parts/figure-frame.tsx';

/** The groups as steps, in their order, each with its share of the first. */
export function FunnelDrawing({ matrix, texts, looks }: DrawingProps) {
  const active = useActiveFigure();
  const format = matrix.measure?.format ?? 'number';
  const values = matrix.firsts.map((_, first) => matrix.valueAt({ first, second: null }));
  const most = Math.max(...values.map((value) => value ?? 0), 0);
  const start = values[0] ?? 0;
  return (
    <ol className="ch-funnel">
      {values.map((value, first) => (
        <li
          key={first}
          data-figure={toFigureKey({ first, second: null })}
          data-active={active?.first === first || undefined}
          data-open={texts[0]?.open === first || undefined}
        >
          <span className="ch-funnel-name">{texts[0]?.full[first]}</span>
          <span className="ch-funnel-track">
            <span
              className="ch-funnel-bar"
              style={{ width: `${most === 0 ? 0 : (Math.max(0, value ?? 0) / most) * 100}%`, background: looks[first]?.colour }}
            />
          </span>
          <span className="ch-funnel-value">{formatValue(value, format)}</span>
          <span className="ch-funnel-part">
            {first > 0 && start > 0 && value !== null
              ? t('charts.ofFirst', { part: formatValue(value / start, 'percent'), first: texts[0]?.full[0] ?? '' })
              : ''}
          </span>
        </li>
      ))}
    </ol>
  );
}
