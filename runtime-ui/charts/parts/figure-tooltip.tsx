import { t } from '../../kit/index.ts';
import { countRecords, type FigureMatrix, type FigurePlace } from '../figures/figure-matrix.ts';
import { formatValue, NO_FIGURE } from '../figures/format-figure.ts';
import type { GroupLook } from '../figures/group-looks.ts';
import type { StepTexts } from '../figures/period-text.ts';

/** How the records are called, in lower case. */
export interface RecordNames {
  readonly records: string;
  readonly record?: string | undefined;
}

interface TooltipProps {
  readonly matrix: FigureMatrix;
  readonly texts: readonly StepTexts[];
  readonly looks: readonly GroupLook[];
  readonly place: FigurePlace;
  readonly names: RecordNames;
  readonly onOpen: ((place: FigurePlace) => void) | undefined;
}

/** The name of a figure: its groups. */
export function nameFigure(texts: readonly StepTexts[], { first, second }: FigurePlace): string {
  const names = [first === null ? undefined : texts[0]?.full[first], second === null ? undefined : texts[1]?.full[second]];
  const known = names.filter((name) => name !== undefined);
  return known.length === 0 ? t('charts.all') : known.join(', ');
}

/** What opens with a figure: `Open 44 orders`. */
export function nameOpening(matrix: FigureMatrix, place: FigurePlace, { records, record }: RecordNames): string {
  const count = countRecords(matrix, place);
  if (count === 1 && record !== undefined) return t('charts.openOne', { record });
  return count === undefined ? t('charts.open', { records }) : t('charts.openCount', { records, count: count.toLocaleString('en-US') });
}

/** A figure in words: its groups, and its values. */
export function describeFigure(matrix: FigureMatrix, texts: readonly StepTexts[], place: FigurePlace): string {
  const values = matrix.data.measures.map((measure) => {
    const text = formatValue(matrix.valueAt(place, measure), measure.format);
    return `${measure.label} ${text === NO_FIGURE ? t('charts.noValue') : text}`;
  });
  return `${nameFigure(texts, place)}: ${values.join(', ')}`;
}

/** More rows would not fit into a chart. */
const MAX_ROWS = 9;

/** Rows of the second step for one group of the first; only those with records, the pointed one marked. */
function SecondRows({ matrix, texts, looks, place }: Omit<TooltipProps, 'names' | 'onOpen'>) {
  const valued = matrix.seconds.map((_, second) => second).filter((second) => matrix.valueAt({ first: place.first, second }) !== null);
  const shown = valued.filter((second, at) => at < MAX_ROWS || second === place.second);
  return (
    <>
      {shown.map((second) => (
        <div key={second} className="ch-tip-row" data-active={place.second === second || undefined}>
          <span className="ch-swatch" style={{ background: looks[second]?.colour }} />
          <span className="ch-tip-name">{texts[1]?.full[second]}</span>
          <span className="ch-tip-value">
            {formatValue(matrix.valueAt({ first: place.first, second }), matrix.measure?.format ?? 'number')}
          </span>
        </div>
      ))}
      {valued.length > shown.length && <div className="ch-tip-row">{t('charts.moreGroups', { count: valued.length - shown.length })}</div>}
    </>
  );
}

/** The values of a figure, and what opens with it. */
export function FigureTooltip({ matrix, texts, looks, place, names, onOpen }: TooltipProps) {
  const whole = { ...place, second: null };
  const total = matrix.valueAt(whole);
  const hasSecond = matrix.seconds.length > 0;
  const others = hasSecond ? [] : matrix.data.measures.slice(1);
  return (
    <>
      <div className="ch-tip-head">
        <span>{nameFigure(texts, whole)}</span>
        <span className="ch-tip-value">{total === null ? '' : formatValue(total, matrix.measure?.format ?? 'number')}</span>
      </div>
      {hasSecond && <SecondRows matrix={matrix} texts={texts} looks={looks} place={place} />}
      {others.map((measure) => (
        <div key={measure.name} className="ch-tip-row">
          <span className="ch-tip-name">{measure.label}</span>
          <span className="ch-tip-value">{formatValue(matrix.valueAt(place, measure), measure.format)}</span>
        </div>
      ))}
      {onOpen !== undefined && (
        <button type="button" className="ch-tip-open" tabIndex={-1} onClick={() => onOpen(place)}>
          {nameOpening(matrix, place, names)}
        </button>
      )}
    </>
  );
}
