import { usePlotArea, XAxis, YAxis } from 'recharts';
import type { DrawingProps } from '../contract.ts';
import { CHARACTER, formatShort } from '../figures/format-figure.ts';
import { toFigureKey, type FigureMatrix } from '../figures/figure-matrix.ts';
import { useActiveFigure } from './figure-frame.tsx';

/** Pixels around the plot. */
const MARGIN = { top: 22, right: 12, bottom: 0, left: 0 } as const;
const FOOT = 26;
/** Without labels below the plot. */
const SHORT_FOOT = 6;
const MIN_LABEL = 52;

/** The least width of a group: a chart that is wider than its box scrolls. */
const MIN_BAND = 9;

/** The sizes of a chart with axes. */
export interface PlotLayout {
  readonly width: number;
  readonly margin: { readonly top: number; readonly right: number; readonly bottom: number; readonly left: number };
  /** Width of the axis of the values. */
  readonly axis: number;
  /** Width of a group. */
  readonly band: number;
  /** The labels of the groups are the headings of the table below. */
  readonly hasOwnLabels: boolean;
}

/** Groups of the second step by place; null: there is no second step. */
export function listSeries(matrix: FigureMatrix): readonly (number | null)[] {
  return matrix.seconds.length === 0 ? [null] : matrix.seconds.map((_, at) => at);
}

/** Width of the axis of values, by its longest label. */
function measureValueAxis(matrix: FigureMatrix): number {
  const format = matrix.measure?.format ?? 'number';
  const values = matrix.firsts.flatMap((_, first) => [matrix.valueAt({ first, second: null }) ?? 0]);
  const longest = Math.max(...[...values, 0].map((value) => formatShort(value, format).length), 3);
  return Math.ceil(longest * CHARACTER) + 14;
}

/** The sizes of a chart: as wide as its box, or wider if its groups need it. */
export function layOutPlot({ matrix, width: boxWidth, columns }: Pick<DrawingProps, 'matrix' | 'width' | 'columns'>): PlotLayout {
  const count = Math.max(matrix.firsts.length, 1);
  const axis = columns?.head ?? measureValueAxis(matrix);
  const right = columns?.total ?? MARGIN.right;
  const width = Math.max(boxWidth, axis + right + count * MIN_BAND);
  return { width, margin: { ...MARGIN, right }, axis, band: (width - axis - right) / count, hasOwnLabels: columns === undefined };
}

function shorten(text: string, characters: number): string {
  return text.length <= characters ? text : `${text.slice(0, Math.max(1, characters - 1)).trimEnd()}…`;
}

interface TickProps {
  readonly x?: unknown;
  readonly y?: unknown;
  readonly payload?: { readonly value?: unknown };
}

/** The axis of the groups. Long labels are shortened, and some are left out where they would touch. */
export function createGroupAxis(labels: readonly string[], { band, hasOwnLabels }: PlotLayout) {
  const longest = Math.max(...labels.map((label) => label.length), 1) * CHARACTER + 8;
  const needed = Math.min(longest, Math.max(MIN_LABEL, band));
  const every = Math.max(1, Math.ceil(needed / Math.max(band, 1)));
  const characters = Math.floor((band * every - 8) / CHARACTER);
  const renderTick = ({ x, y, payload }: TickProps) => (
    <text x={Number(x)} y={Number(y)} dy={10} textAnchor="middle" className="ch-tick">
      {shorten(labels[Number(payload?.value)] ?? '', characters)}
    </text>
  );
  return (
    <XAxis
      dataKey="index"
      scale="band"
      height={hasOwnLabels ? FOOT : SHORT_FOOT}
      interval={every - 1}
      tickLine={false}
      axisLine={{ stroke: 'var(--ms-border-2)' }}
      tick={hasOwnLabels ? renderTick : false}
    />
  );
}

/** The axis of the values. */
export function createValueAxis(matrix: FigureMatrix, { axis }: PlotLayout) {
  const format = matrix.measure?.format ?? 'number';
  return (
    <YAxis
      width={axis}
      tickLine={false}
      axisLine={false}
      allowDecimals={matrix.measure?.kind !== 'count' && matrix.measure?.kind !== 'distinct'}
      tickFormatter={(value: number) => formatShort(value, format)}
      tick={{ className: 'ch-tick' }}
    />
  );
}

/** The whole height of each group: it reacts to the pointer where there is no bar or point. `open`: drawn lighter on top. */
export function Bands({ count }: { readonly count: number }) {
  const plot = usePlotArea();
  const active = useActiveFigure();
  if (plot === undefined || count === 0) return null;
  const band = plot.width / count;
  return Array.from({ length: count }, (_, first) => (
    <rect
      key={first}
      data-figure={toFigureKey({ first, second: null })}
      x={plot.x + first * band}
      y={plot.y - 8}
      width={band}
      height={plot.height + 8}
      rx={4}
      className="ch-band"
      data-active={active?.first === first || undefined}
    />
  ));
}

/** Makes the area of a period that is not over lighter. */
export function OpenShade({ count, open }: { readonly count: number; readonly open: number | undefined }) {
  const plot = usePlotArea();
  if (plot === undefined || open === undefined || count === 0) return null;
  const band = plot.width / count;
  const start = Math.max(0, (open - 0.5) * band);
  return (
    <rect
      x={plot.x + start}
      y={plot.y}
      width={plot.width - start > band * 1.5 ? band * 1.5 : plot.width - start}
      height={plot.height}
      className="ch-shade"
    />
  );
}
