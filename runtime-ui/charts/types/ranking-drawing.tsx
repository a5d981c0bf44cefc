import type { DrawingProps } from '../contract.ts';
import { toFigureKey } from '../figures/figure-matrix.ts';
import { formatValue } from '../figures/format-figure.ts';
import { useActiveFigure } from '../parts/figure-frame.tsx';

/** The groups by their value, the highest first; equal values share a rank. */
export function RankingDrawing({ matrix, texts, looks }: DrawingProps) {
  const active = useActiveFigure();
  const format = matrix.measure?.format ?? 'number';
  const valueOf = (first: number) => matrix.valueAt({ first, second: null });
  const ranked = matrix.firsts
    .map((_, first) => first)
    .filter((first) => valueOf(first) !== null)
    .sort((one, other) => (valueOf(other) ?? 0) - (valueOf(one) ?? 0));
  const values = ranked.map((first) => valueOf(first) ?? 0);
  const most = Math.max(...values, 0);
  return (
    <ol className="ch-ranking">
      {ranked.map((first, at) => {
        const value = values[at] ?? 0;
        return (
          <li
            key={first}
            data-figure={toFigureKey({ first, second: null })}
            data-active={active?.first === first || undefined}
            data-open={texts[0]?.open === first || undefined}
          >
            <span className="ch-rank">{values.indexOf(value) + 1}</span>
            <span className="ch-rank-name">{texts[0]?.full[first]}</span>
            <span className="ch-rank-value">{formatValue(value, format)}</span>
            <span className="ch-rank-track">
              <span
                className="ch-rank-bar"
                style={{
                  width: `${most === 0 ? 0 : (Math.max(0, value) / most) * 100}%`,
                  background: looks[first]?.isDefined === true ? looks[first].colour : 'var(--ms-primary)',
                }}
              />
            </span>
          </li>
        );
      })}
    </ol>
  );
}
