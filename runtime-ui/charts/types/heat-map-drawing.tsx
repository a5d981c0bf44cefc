import { t } from '../../kit/index.ts';
import type { DrawingProps } from '../contract.ts';
import { toFigureKey, type FigureMatrix } from '../figures/figure-matrix.ts';
import { formatValue } from '../figures/format-figure.ts';
import type { StepTexts } from '../figures/period-text.ts';
import { useActiveFigure } from '../parts/figure-frame.tsx';
import { FigureTiles } from '../parts/figure-tiles.tsx';

const DAY = 86_400_000;
const CELL = 15;
const STEP = CELL + 3;
const LEFT = 34;
const TOP = 18;
const LEVELS = [16, 36, 58, 80, 100] as const;
const WEEKDAYS = [1, 3, 5] as const;

const colourOf = (level: number): string => `color-mix(in srgb, var(--ms-primary) ${LEVELS[level] ?? 100}%, var(--ms-bg))`;

/** The level of a value between the smallest and the largest one. */
export function findLevel(value: number, least: number, most: number): number {
  return most === least ? LEVELS.length - 1 : Math.min(LEVELS.length - 1, Math.floor(((value - least) / (most - least)) * LEVELS.length));
}

interface DayCell {
  readonly first: number;
  readonly time: number;
  readonly value: number;
}

function listDays({ firsts, valueAt }: FigureMatrix): readonly DayCell[] {
  return firsts.flatMap(({ kind, key }, first) => {
    const value = valueAt({ first, second: null });
    const time = kind === 'value' ? Date.parse(`${String(key).slice(0, 10)}T00:00:00Z`) : Number.NaN;
    return value === null || Number.isNaN(time) ? [] : [{ first, time, value }];
  });
}

const weekdayOf = (time: number): number => new Date(time).getUTCDay();
const format = (time: number, options: Intl.DateTimeFormatOptions): string =>
  new Date(time).toLocaleDateString('en-US', { ...options, timeZone: 'UTC' });

/** The first day of each month of a range, with the column of its week. */
function listMonths(start: number, weeks: number): readonly { readonly label: string; readonly week: number }[] {
  const months = Array.from({ length: weeks }, (_, week) => format(start + week * 7 * DAY + 6 * DAY, { month: 'short' }));
  // A label of the first column would touch that of the next month.
  return months.flatMap((label, week) =>
    label !== months[week - 1] && (week === 0 ? months[2] === label : true) ? [{ label, week }] : [],
  );
}

function Scale({ least, most, matrix }: { readonly least: number; readonly most: number; readonly matrix: FigureMatrix }) {
  const kind = matrix.measure?.format ?? 'number';
  return (
    <p className="ch-scale">
      {formatValue(least, kind)}
      {LEVELS.map((_, level) => (
        <span key={level} className="ch-swatch" style={{ background: colourOf(level) }} />
      ))}
      {formatValue(most, kind)}
    </p>
  );
}

/** Days as a calendar: a column is a week that starts on Sunday. */
function Calendar({
  days,
  levelOf,
  texts,
}: {
  readonly days: readonly DayCell[];
  readonly levelOf: (value: number) => number;
  readonly texts: StepTexts | undefined;
}) {
  const active = useActiveFigure();
  const times = days.map(({ time }) => time);
  const from = Math.min(...times);
  const start = from - weekdayOf(from) * DAY;
  const weeks = Math.floor((Math.max(...times) - start) / (7 * DAY)) + 1;
  const byTime = new Map(days.map((day) => [day.time, day]));
  return (
    <svg width={LEFT + weeks * STEP} height={TOP + 7 * STEP} className="ch-calendar">
      {listMonths(start, weeks).map(({ label, week }) => (
        <text key={week} x={LEFT + week * STEP} y={11} className="ch-tick">
          {label}
        </text>
      ))}
      {WEEKDAYS.map((weekday) => (
        <text key={weekday} x={0} y={TOP + weekday * STEP + 12} className="ch-tick">
          {format(start + weekday * DAY, { weekday: 'short' })}
        </text>
      ))}
      {Array.from({ length: weeks * 7 }, (_, at) => {
        const day = byTime.get(start + at * DAY);
        return (
          <rect
            key={at}
            x={LEFT + Math.floor(at / 7) * STEP}
            y={TOP + (at % 7) * STEP}
            width={CELL}
            height={CELL}
            rx={3}
            className={day === undefined ? 'ch-no-day' : 'ch-mark'}
            {...(day !== undefined && {
              fill: colourOf(levelOf(day.value)),
              fillOpacity: texts?.open === day.first ? 0.5 : 1,
              'data-figure': toFigureKey({ first: day.first, second: null }),
              'data-active': active?.first === day.first || undefined,
            })}
          />
        );
      })}
    </svg>
  );
}

/** A calendar of days, coloured by their values; groups that are no days are tiles. */
export function HeatMapDrawing({ view, matrix, texts }: DrawingProps) {
  const days = matrix.data.steps[0]?.unit === 'day' ? listDays(matrix) : [];
  const all = matrix.firsts.map((_, first) => matrix.valueAt({ first, second: null })).filter((value) => value !== null);
  // Records without a day are in the table only.
  const values = days.length > 0 ? days.map(({ value }) => value) : all;
  if (values.length === 0) return <p className="ch-note">{t('charts.noValues')}</p>;
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const levelOf = (value: number) => findLevel(value, least, most);
  return (
    <>
      {days.length > 0 ? (
        <Calendar days={days} levelOf={levelOf} texts={texts[0]} />
      ) : (
        <FigureTiles
          matrix={matrix}
          names={texts[0]?.full}
          renderPicture={(_, value) => (
            <span className="ch-heat" style={{ background: value === null ? 'var(--ms-active)' : colourOf(levelOf(value)) }} />
          )}
        />
      )}
      {view.showLegend && <Scale least={least} most={most} matrix={matrix} />}
    </>
  );
}
