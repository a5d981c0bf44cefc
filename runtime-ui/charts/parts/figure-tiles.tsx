import type { ReactNode } from 'react';
import { toFigureKey, type FigureMatrix } from '../figures/figure-matrix.ts';
import { formatValue } from '../figures/format-figure.ts';
import { useActiveFigure } from './figure-frame.tsx';

interface FigureTilesProps {
  readonly matrix: FigureMatrix;
  /** The names of the groups. */
  readonly names: readonly string[] | undefined;
  /** Place of the period that is not over, if it is drawn differently. */
  readonly open?: number | undefined;
  readonly renderPicture: (first: number, value: number | null) => ReactNode;
  /** Below the value. */
  readonly renderNote?: (value: number | null) => ReactNode;
}

/** A tile for each group: a picture, the value and the name. */
export function FigureTiles({ matrix, names, open, renderPicture, renderNote }: FigureTilesProps) {
  const active = useActiveFigure();
  const format = matrix.measure?.format ?? 'number';
  return (
    <ul className="ch-tiles">
      {matrix.firsts.map((_, first) => {
        const value = matrix.valueAt({ first, second: null });
        return (
          <li
            key={first}
            className="ch-tile"
            data-figure={toFigureKey({ first, second: null })}
            data-active={active?.first === first || undefined}
            data-open={open === first || undefined}
          >
            {renderPicture(first, value)}
            <span className="ch-tile-value">{formatValue(value, format)}</span>
            {renderNote?.(value)}
            <span className="ch-tile-name">{names?.[first]}</span>
          </li>
        );
      })}
    </ul>
  );
}
