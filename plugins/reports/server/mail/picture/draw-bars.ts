import { formatMeasure, type Measure } from '../../../shared/figure-rows.ts';
import type { Point, Series } from './chart-figures.ts';
import { colorOf, drawLegend, FAINT, frame, round, shorten, text, WIDTH } from './svg.ts';

const MOST_BARS = 16;
const [LEFT, RIGHT, LINE] = [190, 110, 28];
const LONGEST = WIDTH - LEFT - RIGHT;
const THIN = 13;

const drawBar = (x: number, y: number, width: number, height: number, color: string): string =>
  `<rect x="${round(x)}" y="${y}" width="${round(Math.max(width, 1))}" height="${height}" rx="2" fill="${color}"/>`;

const drawName = (label: string, y: number): string => text(LEFT - 10, y, shorten(label, 24), { anchor: 'end' });

/** Horizontal bars, so that long labels fit. */
export function drawBars(all: readonly Point[]): string {
  const points = all.slice(0, MOST_BARS);
  const most = Math.max(...points.map(({ value }) => value), 0) || 1;
  const parts = points.flatMap(({ label, value, text: shown }, at) => {
    const y = 12 + at * LINE;
    const width = (Math.max(value, 0) / most) * LONGEST;
    return [drawName(label, y + 15), drawBar(LEFT, y, width, 20, colorOf(0)), text(LEFT + width + 8, y + 15, shown, { fill: FAINT })];
  });
  return frame(points.length * LINE + 20, parts);
}

interface BarsOfSeries {
  readonly labels: readonly string[];
  readonly series: readonly Series[];
  readonly measure: Measure;
}

/** One bar for each group, of a part for each series, with the sum at its end. */
export function drawStackedBars({ labels: all, series, measure }: BarsOfSeries): string {
  const labels = all.slice(0, MOST_BARS);
  const legend = drawLegend(series.map(({ label }) => label));
  const partAt = (values: Series['values'], at: number): number => Math.max(values[at] ?? 0, 0);
  const sums = labels.map((_, at) => series.reduce((sum, { values }) => sum + partAt(values, at), 0));
  const most = Math.max(...sums, 0) || 1;
  const parts = labels.flatMap((label, at) => {
    const y = legend.height + 8 + at * LINE;
    let x = LEFT;
    const bars = series.flatMap(({ values }, place) => {
      const width = (partAt(values, at) / most) * LONGEST;
      const start = x;
      x += width;
      return width === 0 ? [] : [drawBar(start, y, width, 20, colorOf(place))];
    });
    return [drawName(label, y + 15), ...bars, text(x + 8, y + 15, formatMeasure(sums[at], measure), { fill: FAINT })];
  });
  return frame(legend.height + labels.length * LINE + 16, [...legend.parts, ...parts]);
}

/** A bar of each series beside the others, for each group. */
export function drawGroupedBars({ labels: all, series, measure }: BarsOfSeries): string {
  const labels = all.slice(0, MOST_BARS);
  const legend = drawLegend(series.map(({ label }) => label));
  const most = Math.max(...series.flatMap(({ values }) => values.slice(0, MOST_BARS)).map((value) => value ?? 0), 0) || 1;
  let y = legend.height + 8;
  const parts = labels.flatMap((label, at) => {
    const bars = series.flatMap(({ values }, place) => {
      const value = values[at] ?? null;
      return value === null ? [] : [{ value, color: colorOf(place) }];
    });
    const top = y;
    y += Math.max(bars.length * THIN, THIN) + 12;
    return [
      drawName(label, top + (bars.length * THIN) / 2 + 5),
      ...bars.flatMap(({ value, color }, line) => {
        const width = (Math.max(value, 0) / most) * LONGEST;
        const place = top + line * THIN;
        return [
          drawBar(LEFT, place, width, THIN - 2, color),
          text(LEFT + width + 8, place + 10, formatMeasure(value, measure), { size: 11, fill: FAINT }),
        ];
      }),
    ];
  });
  return frame(y + 8, [...legend.parts, ...parts]);
}
