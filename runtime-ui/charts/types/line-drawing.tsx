import { Area, CartesianGrid, ComposedChart, Line } from 'recharts';
import type { DrawingProps } from '../contract.ts';
import { toFigureKey, type FigureMatrix } from '../figures/figure-matrix.ts';
import { fitFigure } from '../figures/format-figure.ts';
import { Bands, createGroupAxis, createValueAxis, layOutPlot, listSeries, OpenShade } from '../parts/cartesian.tsx';
import { dashOf, Marker } from '../parts/marker.tsx';

interface DotProps {
  readonly cx?: unknown;
  readonly cy?: unknown;
  readonly value?: unknown;
  readonly payload?: unknown;
}

type LineRow = { readonly index: number } & { readonly [series: `${'v' | 'o'}${number}`]: number | null };

/** `v`: the values of periods that are over; `o`: the last of these and the one that is not over, joined by a dashed line. */
function toRows(matrix: FigureMatrix, series: readonly (number | null)[], open: number | undefined, isArea: boolean): readonly LineRow[] {
  const isCounted = matrix.measure?.kind === 'count' && matrix.data.steps[0]?.unit !== undefined;
  return matrix.firsts.map((_, index) => {
    const isOpen = !isArea && index === open;
    const entries = series.flatMap((second, at) => {
      // No records of a period are a count of 0, not a gap.
      const value = matrix.valueAt({ first: index, second }) ?? (isCounted ? 0 : null);
      const joins = !isArea && open !== undefined && (isOpen || index === open - 1);
      return [
        [`v${at}`, isOpen ? null : value],
        [`o${at}`, joins ? value : null],
      ] as const;
    });
    return { index, ...(Object.fromEntries(entries) as Omit<LineRow, 'index'>) };
  });
}

/** Lines of two groups, or the areas of one or two. Lines differ by markers and dashes too. */
export function LineDrawing(props: DrawingProps) {
  const { view, matrix, texts, looks, height } = props;
  const isArea = view.type === 'area';
  const series = listSeries(matrix);
  const open = texts[0]?.open;
  const rows = toRows(matrix, series, open, isArea);
  const layout = layOutPlot(props);
  const { band } = layout;
  const format = matrix.measure?.format ?? 'number';
  const hasLabels = view.showLabels && series.length === 1;
  const colourOf = (second: number | null) => (second === null ? 'var(--ms-primary)' : (looks[second]?.colour ?? 'var(--ms-primary)'));
  const renderDot = (second: number | null, at: number) =>
    function PointMark({ cx, cy, payload, value }: DotProps) {
      const first = (payload as LineRow | undefined)?.index ?? 0;
      const y = Number(cy);
      if (cy === null || cy === undefined || Number.isNaN(y)) return <g key={first} />;
      const label = hasLabels && typeof value === 'number' ? fitFigure(value, format, band - 4) : undefined;
      return (
        <g key={first} data-figure={toFigureKey({ first, second })} className="ch-point">
          <circle cx={Number(cx)} cy={y} r={9} fill="transparent" />
          <Marker at={at} x={Number(cx)} y={y} colour={colourOf(second)} isHollow={first === open} />
          {label !== undefined && (
            <text x={Number(cx)} y={y - 10} textAnchor="middle" className="ch-value">
              {label}
            </text>
          )}
        </g>
      );
    };
  const renderOpenDot = (second: number | null, at: number) => {
    const Dot = renderDot(second, at);
    return (props: DotProps) => {
      const first = (props.payload as LineRow | undefined)?.index ?? 0;
      return first === open ? <Dot key={first} {...props} /> : <g key={first} />;
    };
  };
  const common = { type: 'linear', isAnimationActive: false, activeDot: false } as const;
  return (
    <ComposedChart
      width={layout.width}
      height={height}
      data={[...rows]}
      margin={layout.margin}
      accessibilityLayer={false}
      {...(isArea ? { stackOffset: 'sign' as const } : {})}
    >
      <CartesianGrid vertical={false} stroke="var(--ms-row-line)" />
      {createGroupAxis(texts[0]?.short ?? [], layout)}
      {createValueAxis(matrix, layout)}
      <Bands count={rows.length} />
      {series.map((second, at) => {
        const colour = colourOf(second);
        if (isArea)
          return (
            <Area
              key={at}
              {...common}
              dataKey={`v${at}`}
              stackId="all"
              stroke={colour}
              strokeWidth={2}
              fill={colour}
              fillOpacity={0.28}
              dot={renderDot(second, at)}
            />
          );
        return (
          <Line
            key={at}
            {...common}
            dataKey={`v${at}`}
            stroke={colour}
            strokeWidth={2}
            strokeDasharray={dashOf(at)}
            dot={renderDot(second, at)}
          />
        );
      })}
      {!isArea &&
        open !== undefined &&
        series.map((second, at) => (
          <Line
            key={`open-${at}`}
            {...common}
            dataKey={`o${at}`}
            stroke={colourOf(second)}
            strokeWidth={2}
            strokeOpacity={0.6}
            strokeDasharray="4 4"
            dot={renderOpenDot(second, at)}
          />
        ))}
      {isArea && <OpenShade count={rows.length} open={open} />}
    </ComposedChart>
  );
}
