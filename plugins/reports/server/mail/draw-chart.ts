import type { ChartView, FigureData } from '#engine/model';
import { formatFigure } from './figure-rows.ts';
import { escapeText } from './escape-text.ts';

/** Pixels; e-mail programs show it smaller on phones. */
const WIDTH = 640;
const MOST_BARS = 16;
const MOST_SLICES = 8;
const COLORS = ['#2f6fb7', '#d9822b', '#2e8b57', '#8e5bb5', '#c94f4f', '#4a9fa8', '#a88432', '#6b7280'];
const INK = '#1c2430';
const FAINT = '#5b6472';
const FONT = 'font-family="DejaVu Sans, Arial, Helvetica, sans-serif"';

/** A point of a chart: a group of the first step with its value. */
interface Point {
  readonly label: string;
  readonly value: number;
  readonly text: string;
}

/**
 * The chart of a report as SVG for an e-mail: bars, lines, slices and number cards. Of two groups each first one has its sum. Undefined for types
 * that are tables rather than pictures, and without figures: the table of the e-mail shows them.
 */
export function drawChart({ type }: Pick<ChartView, 'type'>, figures: FigureData): string | undefined {
  const points = listPoints(figures);
  if (points.length === 0 || points.every(({ value }) => value === 0)) return undefined;
  switch (type) {
    case 'bar':
    case 'stacked':
    case 'grouped':
    case 'funnel':
      return drawBars(points.slice(0, MOST_BARS));
    case 'line':
    case 'area':
      return points.length > 1 ? drawLine(points) : drawBars(points);
    case 'pie':
    case 'donut':
      return drawSlices(points.filter(({ value }) => value > 0).slice(0, MOST_SLICES), type === 'donut');
    case 'number cards':
      return drawNumbers(points.slice(0, 6));
    default:
      return undefined;
  }
}

/** The first measure of each group of the first step; pairs are added up if that says something. */
function listPoints({ steps, measures, rows }: FigureData): readonly Point[] {
  const [measure] = measures;
  const groups = steps[0]?.groups ?? [];
  if (measure === undefined || (steps.length > 1 && !['count', 'sum', 'share'].includes(measure.kind))) return [];
  const sums = new Map<number, number>();
  for (const { at, values } of rows) sums.set(at[0] ?? 0, (sums.get(at[0] ?? 0) ?? 0) + (values[measure.name] ?? 0));
  return groups.flatMap(({ label }, place) => {
    const value = sums.get(place);
    return value === undefined ? [] : [{ label, value, text: formatFigure(value, measure) }];
  });
}

function frame(height: number, parts: readonly string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}"><rect width="${WIDTH}" height="${height}" fill="#ffffff"/>${parts.join('')}</svg>`;
}

function text(
  x: number,
  y: number,
  content: string,
  options: { size?: number; anchor?: string; fill?: string; bold?: boolean } = {},
): string {
  const { size = 13, anchor = 'start', fill = INK, bold = false } = options;
  const weight = bold ? ' font-weight="bold"' : '';
  return `<text x="${round(x)}" y="${round(y)}" font-size="${size}" ${FONT} text-anchor="${anchor}" fill="${fill}"${weight}>${escapeText(content)}</text>`;
}

const round = (value: number): number => Math.round(value * 10) / 10;
const shorten = (label: string, most: number): string => (label.length > most ? `${label.slice(0, most - 1)}…` : label);

/** Horizontal bars, so that long labels fit. */
function drawBars(points: readonly Point[]): string {
  const [left, right, line] = [190, 110, 28];
  const most = Math.max(...points.map(({ value }) => value), 0) || 1;
  const parts = points.flatMap(({ label, value, text: shown }, at) => {
    const y = 12 + at * line;
    const width = (Math.max(value, 0) / most) * (WIDTH - left - right);
    return [
      text(left - 10, y + 15, shorten(label, 24), { anchor: 'end' }),
      `<rect x="${left}" y="${y}" width="${round(Math.max(width, 1))}" height="20" rx="3" fill="${COLORS[0]}"/>`,
      text(left + width + 8, y + 15, shown, { fill: FAINT }),
    ];
  });
  return frame(points.length * line + 20, parts);
}

function drawLine(points: readonly Point[]): string {
  const [height, left, right, top, bottom] = [260, 16, 16, 30, 40];
  const values = points.map(({ value }) => value);
  const [least, most] = [Math.min(...values, 0), Math.max(...values, 0)];
  const x = (at: number): number => left + (at / (points.length - 1)) * (WIDTH - left - right);
  const y = (value: number): number => height - bottom - ((value - least) / (most - least || 1)) * (height - top - bottom);
  const path = points.map(({ value }, at) => `${at === 0 ? 'M' : 'L'}${round(x(at))} ${round(y(value))}`).join(' ');
  const every = Math.ceil(points.length / 7);
  const last = points.length - 1;
  const labels = points.flatMap(({ label, text: shown }, at) => {
    if (at % every > 0 && at !== last) return [];
    if (at !== last && last - at < every && at > 0) return [];
    const anchor = at === 0 ? 'start' : at === last ? 'end' : 'middle';
    return [
      text(x(at), height - 14, shorten(label, 12), { size: 12, anchor, fill: FAINT }),
      text(x(at), y(values[at] ?? 0) - 10, shown, { size: 12, anchor }),
    ];
  });
  return frame(height, [
    `<line x1="${left}" x2="${WIDTH - right}" y1="${round(y(0))}" y2="${round(y(0))}" stroke="#c5cad3"/>`,
    `<path d="${path}" fill="none" stroke="${COLORS[0]}" stroke-width="2.5"/>`,
    ...points.map(({ value }, at) => `<circle cx="${round(x(at))}" cy="${round(y(value))}" r="3" fill="${COLORS[0]}"/>`),
    ...labels,
  ]);
}

function drawSlices(points: readonly Point[], hasHole: boolean): string | undefined {
  const total = points.reduce((sum, { value }) => sum + value, 0);
  if (total <= 0) return undefined;
  const [center, radius] = [130, 110];
  let angle = -Math.PI / 2;
  const at = (turned: number): string => `${round(center + radius * Math.cos(turned))} ${round(center + radius * Math.sin(turned))}`;
  const parts = points.flatMap(({ label, value, text: shown }, place) => {
    const color = COLORS[place % COLORS.length] ?? INK;
    const end = angle + (value / total) * 2 * Math.PI;
    const isWhole = points.length === 1;
    const slice = isWhole
      ? `<circle cx="${center}" cy="${center}" r="${radius}" fill="${color}"/>`
      : `<path d="M${center} ${center} L${at(angle)} A${radius} ${radius} 0 ${end - angle > Math.PI ? 1 : 0} 1 ${at(end)} Z" fill="${color}" stroke="#ffffff"/>`;
    angle = end;
    const y = 44 + place * 26;
    const legend = `<rect x="280" y="${y - 11}" width="12" height="12" rx="2" fill="${color}"/>`;
    return [slice, legend, text(300, y, shorten(label, 26)), text(WIDTH - 12, y, shown, { anchor: 'end', fill: FAINT })];
  });
  return frame(260, [...parts, ...(hasHole ? [`<circle cx="${center}" cy="${center}" r="62" fill="#ffffff"/>`] : [])]);
}

function drawNumbers(points: readonly Point[]): string {
  const width = (WIDTH - 16) / 3;
  const parts = points.flatMap(({ label, text: shown }, at) => {
    const [x, y] = [8 + (at % 3) * width, 8 + Math.floor(at / 3) * 92];
    return [
      `<rect x="${round(x + 4)}" y="${y + 4}" width="${round(width - 8)}" height="80" rx="6" fill="#f3f5f8"/>`,
      text(x + 18, y + 30, shorten(label, 22), { size: 12, fill: FAINT }),
      text(x + 18, y + 64, shown, { size: 24, bold: true }),
    ];
  });
  return frame(Math.ceil(points.length / 3) * 92 + 16, parts);
}
