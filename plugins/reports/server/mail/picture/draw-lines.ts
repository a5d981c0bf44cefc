import { formatMeasure, type Measure } from '../../../shared/figure-rows.ts';
import type { Series } from './chart-figures.ts';
import { colorOf, drawLegend, FAINT, frame, round, shorten, text, WIDTH } from './svg.ts';

const [LEFT, RIGHT, PLOT, BOTTOM] = [16, 16, 200, 40];

interface Lines {
  /** At least two. */
  readonly labels: readonly string[];
  readonly series: readonly Series[];
  readonly measure: Measure;
  readonly isFilled: boolean;
}

/** A line for each series over the groups in their order. A single one has its values written at its points. */
export function drawLines({ labels, series, measure, isFilled }: Lines): string {
  const legend = series.length > 1 ? drawLegend(series.map(({ label }) => label)) : { parts: [], height: 0 };
  const top = legend.height + 30;
  const height = top + PLOT + BOTTOM;
  const values = series.flatMap((one) => one.values).map((value) => value ?? 0);
  const [least, most] = [Math.min(...values, 0), Math.max(...values, 0)];
  const x = (at: number): number => LEFT + (at / (labels.length - 1)) * (WIDTH - LEFT - RIGHT);
  const y = (value: number): number => top + PLOT - ((value - least) / (most - least || 1)) * PLOT;
  const drawn = series.map(({ values: own }, place) => drawLine(own, colorOf(place), { x, y, isFilled: isFilled && series.length === 1 }));
  const shown = placesOfLabels(labels.length);
  const anchorAt = (at: number): string => (at === 0 ? 'start' : at === labels.length - 1 ? 'end' : 'middle');
  const names = shown.map((at) => text(x(at), height - 14, shorten(labels[at] ?? '', 12), { size: 12, anchor: anchorAt(at), fill: FAINT }));
  const single = series.length === 1 ? (series[0]?.values ?? []) : [];
  const figures = shown.flatMap((at) => {
    const value = single[at] ?? null;
    return value === null ? [] : [text(x(at), y(value) - 10, formatMeasure(value, measure), { size: 12, anchor: anchorAt(at) })];
  });
  const scale = series.length > 1 ? [text(LEFT, top - 8, formatMeasure(most, measure), { size: 12, fill: FAINT })] : [];
  return frame(height, [
    ...legend.parts,
    `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${round(y(0))}" y2="${round(y(0))}" stroke="#c5cad3"/>`,
    ...drawn,
    ...scale,
    ...figures,
    ...names,
  ]);
}

interface Places {
  readonly x: (at: number) => number;
  readonly y: (value: number) => number;
  readonly isFilled: boolean;
}

/** The points of a series with a value, joined. */
function drawLine(values: Series['values'], color: string, { x, y, isFilled }: Places): string {
  const points = values.flatMap((value, at) => (value === null ? [] : [{ x: round(x(at)), y: round(y(value)) }]));
  const path = points.map((point, at) => `${at === 0 ? 'M' : 'L'}${point.x} ${point.y}`).join(' ');
  const [first, last] = [points[0], points.at(-1)];
  const area =
    isFilled && first !== undefined && last !== undefined
      ? `<path d="${path} L${last.x} ${round(y(0))} L${first.x} ${round(y(0))} Z" fill="${color}" fill-opacity="0.15"/>`
      : '';
  const dots = points.map((point) => `<circle cx="${point.x}" cy="${point.y}" r="3" fill="${color}"/>`);
  return `${area}<path d="${path}" fill="none" stroke="${color}" stroke-width="2.5"/>${dots.join('')}`;
}

/** The first and the last place, and at most five between them, evenly. */
function placesOfLabels(count: number): readonly number[] {
  const every = Math.ceil(count / 7);
  const last = count - 1;
  return Array.from({ length: count }, (_, at) => at).filter((at) => at === last || (at % every === 0 && (at === 0 || last - at >= every)));
}
