import { useMemo, useRef, useState, type ComponentType } from 'react';
import type { ChartType, FigureData } from '#engine/model/wire';
import { EmptyState, t } from '../kit/index.ts';
import { IncompleteNote } from './chart-states.tsx';
import type { ChartProps, DrawingProps, TableColumns } from './contract.ts';
import { FiguresTable } from './figures-table.tsx';
import { createMatrix, listFilters, type FigureMatrix, type FigurePlace } from './figures/figure-matrix.ts';
import { chooseLooks, type GroupLook } from './figures/group-looks.ts';
import { describeStep, type StepTexts } from './figures/period-text.ts';
import { nameChartType } from './name-chart-type.ts';
import { FigureFrame } from './parts/figure-frame.tsx';
import { describeFigure, FigureTooltip } from './parts/figure-tooltip.tsx';
import { Legend } from './parts/legend.tsx';
import { useWidth } from './parts/use-width.ts';
import { BarDrawing } from './types/bar-drawing.tsx';
import { CardsDrawing } from './types/cards-drawing.tsx';
import { FunnelDrawing } from './types/funnel-drawing.tsx';
import { HeatMapDrawing } from './types/heat-map-drawing.tsx';
import { LineDrawing } from './types/line-drawing.tsx';
import { PieDrawing } from './types/pie-drawing.tsx';
import { RankingDrawing } from './types/ranking-drawing.tsx';
import { ShareGridDrawing } from './types/share-grid-drawing.tsx';

type BodyProps = Omit<ChartProps, 'data' | 'height' | 'error' | 'problems' | 'onRetry'> & {
  readonly data: FigureData;
  readonly height: number;
};

const DRAWINGS: { readonly [type in Exclude<ChartType, 'pivot table'>]: ComponentType<DrawingProps> } = {
  bar: BarDrawing,
  stacked: BarDrawing,
  grouped: BarDrawing,
  line: LineDrawing,
  area: LineDrawing,
  donut: PieDrawing,
  pie: PieDrawing,
  'pie grid': ShareGridDrawing,
  gauge: ShareGridDrawing,
  'number cards': CardsDrawing,
  funnel: FunnelDrawing,
  leaderboard: RankingDrawing,
  'heat map': HeatMapDrawing,
};

/** Types with two axes and their labels. */
const WITH_AXES: readonly ChartType[] = ['bar', 'stacked', 'grouped', 'line', 'area'];

/** Until the width of the box is known. */
const DEFAULT_WIDTH = 640;
const COLUMNS: TableColumns = { head: 132, total: 72 };
const MIN_COLUMN = 44;

function isEmpty({ data, firsts }: FigureMatrix): boolean {
  if (data.steps.length > 0) return firsts.length === 0 || data.rows.length === 0;
  return data.measures.every(({ name, kind }) => (data.total[name] ?? null) === null || (kind === 'count' && data.total[name] === 0));
}

/** Groups, texts and colours of the figures. */
function useFigures({ data, asOf, timeZone }: BodyProps) {
  return useMemo(() => {
    const matrix = createMatrix(data);
    const instant = asOf === undefined ? Date.now() : Date.parse(asOf);
    return {
      matrix,
      texts: data.steps.map((step) => describeStep(step, instant, timeZone)),
      looks: chooseLooks(data.steps.at(-1)?.groups ?? []),
    };
  }, [data, asOf, timeZone]);
}

/** The columns of the table of a chart of two groups, if they are wide enough for a plot to be aligned with them. */
function chooseColumns({ view, hasTable }: BodyProps, { firsts, seconds }: FigureMatrix, width: number): TableColumns | undefined {
  if (hasTable !== true || seconds.length === 0 || !WITH_AXES.includes(view.type)) return undefined;
  return (width - COLUMNS.head - COLUMNS.total) / firsts.length < MIN_COLUMN ? undefined : COLUMNS;
}

interface DrawnProps extends BodyProps {
  readonly matrix: FigureMatrix;
  readonly texts: readonly StepTexts[];
  readonly looks: readonly GroupLook[];
  readonly Drawing: ComponentType<DrawingProps>;
}

/** The legend of a chart with axes, and which periods are not over. */
function ChartHead({ view, matrix, texts, looks }: DrawnProps) {
  const openNotes = texts.map(({ openNote }) => openNote).filter((note) => note !== undefined);
  return (
    <div className="ch-head">
      {view.showLegend && WITH_AXES.includes(view.type) && matrix.seconds.length > 0 && (
        <Legend labels={texts[1]?.full ?? []} looks={looks} isOfLines={view.type === 'line'} />
      )}
      {openNotes.length > 0 && <span className="ch-open-note">{openNotes.join('. ')}</span>}
    </div>
  );
}

/** The drawing with its legend, its labels and its table. */
function DrawnChart(props: DrawnProps) {
  const { view, data, matrix, texts, looks, Drawing, height, onOpen, onShowOthers, hasTable = false } = props;
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box, DEFAULT_WIDTH);
  const [marked, setMarked] = useState<FigurePlace>();
  const columns = chooseColumns(props, matrix, width);
  // The drawing stays as it is while figures are pointed at.
  const drawing = useMemo(
    () => <Drawing view={view} matrix={matrix} texts={texts} looks={looks} width={width} height={height} columns={columns} />,
    [Drawing, view, matrix, texts, looks, width, height, columns],
  );
  const open = onOpen && ((place: FigurePlace) => onOpen(listFilters(matrix, place)));
  const hasAxes = WITH_AXES.includes(view.type);
  return (
    <>
      <div className="ch-picture">
        <ChartHead {...props} />
        {hasAxes && <p className="ch-y-label">{view.yAxisLabel || matrix.measure?.label}</p>}
        <div ref={box} className="ch-box">
          <FigureFrame
            label={t('charts.label', { name: view.name, type: nameChartType(view.type) })}
            counts={[matrix.firsts.length, matrix.seconds.length]}
            describe={(place) => describeFigure(matrix, texts, place)}
            renderTooltip={(place) => (
              <FigureTooltip matrix={matrix} texts={texts} looks={looks} place={place} names={props} onOpen={open} />
            )}
            onOpen={open}
            onActive={columns === undefined ? undefined : setMarked}
          >
            {drawing}
          </FigureFrame>
        </div>
        {hasAxes && (columns === undefined || view.xAxisLabel !== '') && (
          <p className="ch-x-label">{view.xAxisLabel || data.steps[0]?.label}</p>
        )}
      </div>
      {!data.isComplete && <IncompleteNote count={matrix.firsts.length} onShowOthers={onShowOthers} />}
      <FiguresTable
        {...props}
        label={t('charts.tableOf', { name: view.name })}
        isHidden={!hasTable}
        columns={columns}
        marked={marked?.first ?? undefined}
      />
    </>
  );
}

/** A chart with its table, or the table alone if that is its type. */
export function ChartBody(props: BodyProps) {
  const { view, data, records, onShowOthers } = props;
  const figures = useFigures(props);
  const { matrix } = figures;
  if (isEmpty(matrix)) return <EmptyState compact headingLevel={3} title={t('charts.empty')} help={t('charts.emptyHelp', { records })} />;
  if (view.type !== 'pivot table') return <DrawnChart {...props} {...figures} Drawing={DRAWINGS[view.type]} />;
  return (
    <>
      <FiguresTable {...props} label={view.name} isTransposed />
      {!data.isComplete && <IncompleteNote count={matrix.firsts.length} onShowOthers={onShowOthers} />}
    </>
  );
}
