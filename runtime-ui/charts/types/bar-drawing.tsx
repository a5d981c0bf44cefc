import { Bar, CartesianGrid, ComposedChart, Line } from 'recharts';
import type { FigureColumn } from '#engine/model/wire';
import type { DrawingProps } from '../contract.ts';
import { toFigureKey, type FigureMatrix, type FigurePlace } from '../figures/figure-matrix.ts';
import { fitFigure } from '../figures/format-figure.ts';
import { Bands, createGroupAxis, createValueAxis, layOutPlot, listSeries } from '../parts/cartesian.tsx';
import { useActiveFigure } from '../parts/figure-frame.tsx';

/** What recharts passes to a shape, as far as it is used. */
interface ShapeProps {
  readonly x?: unknown;
  readonly y?: unknown;
  readonly width?: unknown;
  readonly height?: unknown;
  readonly payload?: unknown;
}

interface DotProps {
  readonly cx?: unknown;
  readonly cy?: unknown;
  readonly payload?: unknown;
}

interface BarRow {
  readonly index: number;
  /** The height of the stack: its label is above it. */
  readonly top: number;
  readonly [series: `v${number}`]: number | null;
}

function toRows(matrix: FigureMatrix, series: readonly (number | null)[], isStacked: boolean): readonly BarRow[] {
  return matrix.firsts.map((_, index) => {
    const values = series.map((second) => matrix.valueAt({ first: index, second }));
    const positive = values.map((value) => Math.max(0, value ?? 0));
    const top = isStacked ? positive.reduce((sum, value) => sum + value, 0) : Math.max(...positive, 0);
    return { index, top, ...Object.fromEntries(values.map((value, at) => [`v${at}`, value] as const)) };
  });
}

const indexOf = (payload: unknown): number => (payload as BarRow | undefined)?.index ?? 0;

/** One bar, or one part of a stack. */
function BarMark({
  shape,
  place,
  colour,
  isOpen,
  value,
  format,
}: {
  readonly shape: ShapeProps;
  readonly place: FigurePlace;
  readonly colour: string;
  readonly isOpen: boolean;
  /** Written at its end; null: nothing is. */
  readonly value: number | null;
  readonly format: FigureColumn['format'];
}) {
  const active = useActiveFigure();
  const [x, top, width, height] = [shape.x, shape.y, shape.width, shape.height].map((value) => Number(value ?? 0)) as [
    number,
    number,
    number,
    number,
  ];
  // The height of a negative value is negative.
  const y = Math.min(top, top + height);
  const label = fitFigure(value, format, width + 6);
  const isActive = active?.first === place.first && active.second === place.second;
  return (
    <g>
      <rect
        x={x}
        y={y}
        width={width}
        height={Math.abs(height)}
        rx={2}
        fill={colour}
        fillOpacity={isOpen ? 0.5 : 1}
        className="ch-mark"
        data-figure={toFigureKey(place)}
        data-active={isActive || undefined}
      />
      {label !== undefined && (
        <text x={x + width / 2} y={height < 0 ? y + Math.abs(height) + 14 : y - 5} textAnchor="middle" className="ch-value">
          {label}
        </text>
      )}
    </g>
  );
}

/** Bars of one group, stacks of two, or bars of two next to each other. */
export function BarDrawing(props: DrawingProps) {
  const { view, matrix, texts, looks, height } = props;
  const isGrouped = view.type === 'grouped';
  const series = view.type === 'bar' ? [null] : listSeries(matrix);
  const rows = toRows(matrix, series, !isGrouped);
  const layout = layOutPlot(props);
  const { band } = layout;
  const format = matrix.measure?.format ?? 'number';
  // Bars of groups without hues are of one colour: their labels tell them apart.
  const hasHues = looks.some(({ isDefined }) => isDefined);
  const colourOf = (first: number, second: number | null) =>
    second === null ? (matrix.seconds.length === 0 && hasHues ? looks[first]?.colour : undefined) : looks[second]?.colour;
  const renderTotal = ({ cx, cy, payload }: DotProps) => {
    const first = indexOf(payload);
    const label = fitFigure(matrix.valueAt({ first, second: null }), format, band - 4);
    if (label === undefined) return <g key={first} />;
    return (
      <text key={first} x={Number(cx)} y={Number(cy) - 6} textAnchor="middle" className="ch-value">
        {label}
      </text>
    );
  };
  return (
    <ComposedChart
      width={layout.width}
      height={height}
      data={[...rows]}
      margin={layout.margin}
      accessibilityLayer={false}
      stackOffset="sign"
      barCategoryGap={band < 24 ? '12%' : '22%'}
      barGap={1}
    >
      <CartesianGrid vertical={false} stroke="var(--ms-row-line)" />
      {createGroupAxis(texts[0]?.short ?? [], layout)}
      {createValueAxis(matrix, layout)}
      <Bands count={rows.length} />
      {series.map((second, at) => (
        <Bar
          key={at}
          dataKey={`v${at}`}
          {...(isGrouped ? {} : { stackId: 'all' })}
          isAnimationActive={false}
          maxBarSize={72}
          shape={(shape: ShapeProps) => {
            const place = { first: indexOf(shape.payload), second };
            return (
              <BarMark
                shape={shape}
                place={place}
                colour={colourOf(place.first, second) ?? 'var(--ms-primary)'}
                isOpen={texts[0]?.open === place.first}
                value={view.showLabels && isGrouped ? matrix.valueAt(place) : null}
                format={format}
              />
            );
          }}
        />
      ))}
      {view.showLabels && !isGrouped && (
        <Line dataKey="top" stroke="none" legendType="none" activeDot={false} isAnimationActive={false} dot={renderTotal} />
      )}
    </ComposedChart>
  );
}
