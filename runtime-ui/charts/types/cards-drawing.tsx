import { Minus, TrendingDown, TrendingUp } from 'lucide-react';
import { startOfNext } from '#engine/model/filter';
import { Icon, t } from '../../kit/index.ts';
import type { DrawingProps } from '../contract.ts';
import { toFigureKey, WHOLE, type FigureMatrix } from '../figures/figure-matrix.ts';
import { formatValue } from '../figures/format-figure.ts';
import { useActiveFigure } from '../parts/figure-frame.tsx';

interface Change {
  readonly by: number;
  /** The place of the period before; undefined: it has no records. */
  readonly before: number | undefined;
}

/** The place of the period before a group; undefined: it has no records, or groups are no periods. */
function findBefore({ data, firsts }: FigureMatrix, first: number): number | undefined {
  const unit = data.steps[0]?.unit;
  const key = firsts[first]?.key;
  if (unit === undefined || typeof key !== 'string') return undefined;
  const at = firsts.findIndex((other) => typeof other.key === 'string' && startOfNext(unit, other.key) === key);
  return at === -1 ? undefined : at;
}

/** How a value changed since the period before; undefined: this is not known. */
export function findChange(matrix: FigureMatrix, first: number): Change | undefined {
  const value = matrix.valueAt({ first, second: null });
  const keys = matrix.firsts.map(({ key }) => key).filter((key) => typeof key === 'string');
  const key = matrix.firsts[first]?.key;
  if (value === null || typeof key !== 'string' || matrix.data.steps[0]?.unit === undefined) return undefined;
  const before = findBefore(matrix, first);
  if (before !== undefined) {
    const last = matrix.valueAt({ first: before, second: null });
    return last === null ? undefined : { by: value - last, before };
  }
  // A period without records between others counts as 0; before the first one nothing is known.
  const isCounted = matrix.measure?.kind === 'count' || matrix.measure?.kind === 'sum';
  return isCounted && keys.some((other) => other < key) ? { by: value, before: undefined } : undefined;
}

function describeChange({ by, before }: Change, matrix: FigureMatrix, names: readonly string[]): string {
  const amount = formatValue(Math.abs(by), matrix.measure?.format ?? 'number');
  const than = before === undefined ? t('charts.periodBefore') : (names[before] ?? '');
  if (by === 0) return t('charts.same', { than });
  return t(by > 0 ? 'charts.more' : 'charts.fewer', { amount, than });
}

function ChangeLine({
  matrix,
  first,
  names,
}: {
  readonly matrix: FigureMatrix;
  readonly first: number;
  readonly names: readonly string[];
}) {
  const change = findChange(matrix, first);
  if (change === undefined) return null;
  return (
    <span className="ch-card-change">
      <Icon of={change.by > 0 ? TrendingUp : change.by < 0 ? TrendingDown : Minus} size={14} />
      {describeChange(change, matrix, names)}
    </span>
  );
}

/** A card with the value of each group; of periods with the change since the one before, the latest first. Without groups: the total. */
export function CardsDrawing({ matrix, texts }: DrawingProps) {
  const active = useActiveFigure();
  if (matrix.data.steps.length === 0)
    return (
      <ul className="ch-cards">
        {matrix.data.measures.map((measure) => (
          <li key={measure.name} className="ch-card" data-figure={toFigureKey(WHOLE)}>
            <span className="ch-card-name">{measure.label}</span>
            <span className="ch-card-value">{formatValue(matrix.valueAt(WHOLE, measure), measure.format)}</span>
          </li>
        ))}
      </ul>
    );
  const order = matrix.firsts.map((_, first) => first);
  const isOfPeriods = matrix.data.steps[0]?.unit !== undefined;
  const keyAt = (first: number) => String(matrix.firsts[first]?.key ?? '');
  const sorted = isOfPeriods ? order.sort((one, other) => (keyAt(one) < keyAt(other) ? 1 : -1)) : order;
  return (
    <ul className="ch-cards">
      {sorted.map((first) => (
        <li
          key={first}
          className="ch-card"
          data-figure={toFigureKey({ first, second: null })}
          data-active={active?.first === first || undefined}
          data-open={texts[0]?.open === first || undefined}
        >
          <span className="ch-card-name">{texts[0]?.full[first]}</span>
          <span className="ch-card-value">{formatValue(matrix.valueAt({ first, second: null }), matrix.measure?.format ?? 'number')}</span>
          <ChangeLine matrix={matrix} first={first} names={texts[0]?.full ?? []} />
        </li>
      ))}
    </ul>
  );
}
