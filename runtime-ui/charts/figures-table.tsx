import { useMemo, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { FigureColumn, FigureData, FigureGroup } from '#engine/model/wire';
import { PILL_HUES, StatusPill, t } from '../kit/index.ts';
import type { FiguresProps, TableColumns } from './contract.ts';
import { createMatrix, listFilters, type FigureMatrix, type FigurePlace } from './figures/figure-matrix.ts';
import { formatValue } from './figures/format-figure.ts';
import { describeStep, type StepTexts } from './figures/period-text.ts';
import { nameFigure, nameOpening, type RecordNames } from './parts/figure-tooltip.tsx';
import './charts.css';

/** Props of a table of figures. */
export interface FiguresTableProps extends Omit<FiguresProps, 'data'> {
  /** The figures. */
  readonly data: FigureData;
  /** Names the table for screen readers. */
  readonly label: string;
  /** The groups of the first of two steps are the rows; default: they are the columns. */
  readonly isTransposed?: boolean;
  /** Only screen readers get it. */
  readonly isHidden?: boolean;
  /** Widths of its columns, to be aligned with a chart above; absent: by their content. */
  readonly columns?: TableColumns | undefined;
  /** The group of the first step whose column is marked; absent: none. */
  readonly marked?: number | undefined;
}

/** A heading, or a column or row of figures: the part of a place that it decides. */
interface Line {
  readonly id: string;
  readonly label: ReactNode;
  readonly place: Partial<FigurePlace>;
  readonly measure?: FigureColumn;
  readonly isOpen?: boolean;
  readonly isTotal?: boolean;
}

interface Grid {
  readonly corner: string;
  readonly columns: readonly Line[];
  /** The rows of each measure; one without a heading if the columns are the measures. */
  readonly blocks: readonly { readonly id: string; readonly heading?: string; readonly rows: readonly Line[] }[];
}

function GroupName({ group, text }: { readonly group: FigureGroup | undefined; readonly text: string }) {
  const hue = PILL_HUES.find((one) => one === group?.hue);
  return hue === undefined ? text : <StatusPill label={text} hue={hue} />;
}

function toLines(
  groups: readonly FigureGroup[],
  texts: StepTexts | undefined,
  step: 'first' | 'second',
  isShort: boolean,
): readonly Line[] {
  return groups.map((group, at) => ({
    id: `${step}-${at}`,
    label: <GroupName group={group} text={(isShort ? texts?.short : texts?.full)?.[at] ?? group.label} />,
    place: { [step]: at },
    isOpen: texts?.open === at,
  }));
}

function createGrid(matrix: FigureMatrix, texts: readonly StepTexts[], records: string, isTransposed: boolean): Grid {
  const { data, firsts, seconds } = matrix;
  const total = (label: string): Line => ({ id: 'total', label, place: {}, isTotal: true });
  const all = total(t('charts.allRecords', { records }));
  const [first, second] = data.steps;
  if (second === undefined) {
    const columns = data.measures.map((measure): Line => ({ id: measure.name, label: measure.label, place: {}, measure }));
    return { corner: first?.label ?? '', columns, blocks: [{ id: 'all', rows: [...toLines(firsts, texts[0], 'first', false), all] }] };
  }
  const across = isTransposed ? toLines(seconds, texts[1], 'second', true) : toLines(firsts, texts[0], 'first', true);
  const down = isTransposed ? toLines(firsts, texts[0], 'first', false) : toLines(seconds, texts[1], 'second', false);
  const blocks = data.measures.map((measure) => ({
    id: measure.name,
    ...(data.measures.length > 1 ? { heading: measure.label } : {}),
    rows: [...down, all].map((line) => ({ ...line, measure })),
  }));
  return { corner: (isTransposed ? first : second)?.label ?? '', columns: [...across, total(t('charts.total'))], blocks };
}

const MOVES: { readonly [key: string]: readonly [number, number] } = {
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
};

/** Moves the focus to the next figure that opens records, in the direction of the key. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const move = MOVES[event.key];
  const from = event.target instanceof HTMLElement ? event.target.dataset['cell'] : undefined;
  if (move === undefined || from === undefined) return;
  event.preventDefault();
  let [row = 0, column = 0] = from.split(',').map(Number);
  // Cells without records have no button: the next one in the direction has the focus, within the table.
  for (let tries = 0; tries < 1000; tries += 1) {
    row += move[0];
    column += move[1];
    if (row < 0 || column < 0) return;
    const next = event.currentTarget.querySelector<HTMLElement>(`[data-cell="${row},${column}"]`);
    if (next?.tagName === 'BUTTON') return next.focus();
    if (next === null) return;
  }
}

interface CellProps {
  readonly matrix: FigureMatrix;
  readonly texts: readonly StepTexts[];
  readonly place: FigurePlace;
  readonly measure: FigureColumn;
  readonly cell: string;
  readonly isTabStop: boolean;
  readonly names: RecordNames;
  readonly onFocus: (cell: string) => void;
  readonly onOpen: FiguresTableProps['onOpen'];
}

function Cell({ matrix, texts, place, measure, cell, isTabStop, names, onFocus, onOpen }: CellProps) {
  const value = matrix.valueAt(place, measure);
  const text = formatValue(value, measure.format);
  if (onOpen === undefined || value === null) return <span data-cell={cell}>{text}</span>;
  return (
    <button
      type="button"
      className="ch-cell"
      data-cell={cell}
      tabIndex={isTabStop ? 0 : -1}
      aria-label={`${text}, ${nameFigure(texts, place)}`}
      title={nameOpening(matrix, place, names)}
      onFocus={() => onFocus(cell)}
      onClick={() => onOpen(listFilters(matrix, place))}
    >
      {text}
    </button>
  );
}

/** Figures as a table with totals: the groups of the second of two steps are rows, those of the first one columns. */
export function FiguresTable({
  data,
  label,
  records,
  record,
  asOf,
  timeZone,
  onOpen,
  isTransposed = false,
  isHidden = false,
  columns,
  marked,
}: FiguresTableProps) {
  const { matrix, texts, grid } = useMemo(() => {
    const instant = asOf === undefined ? Date.now() : Date.parse(asOf);
    const described = data.steps.map((step) => describeStep(step, instant, timeZone));
    const created = createMatrix(data);
    return { matrix: created, texts: described, grid: createGrid(created, described, records, isTransposed) };
  }, [data, asOf, timeZone, records, isTransposed]);
  const [focused, setFocused] = useState('');
  const stateOf = ({ place, isOpen, isTotal }: Line) => ({
    'data-open': isOpen || undefined,
    'data-total': isTotal || undefined,
    'data-marked': (marked !== undefined && place.first === marked) || undefined,
  });
  const rows = grid.blocks.flatMap((block) => block.rows.map((row) => ({ block, row })));
  const placeOf = (row: Line, column: Line): FigurePlace => ({ first: null, second: null, ...column.place, ...row.place });
  const measureOf = (row: Line, column: Line) => column.measure ?? row.measure ?? data.measures[0];
  // The first figure that opens something is the tab stop until another one has had the focus.
  const opening = rows.flatMap(({ row }, at) =>
    grid.columns.flatMap((column, across) =>
      matrix.valueAt(placeOf(row, column), measureOf(row, column)) === null ? [] : [`${at},${across}`],
    ),
  );
  const tabStop = opening.includes(focused) ? focused : opening[0];
  const body = (
    <table className="ch-table" data-aligned={columns !== undefined || undefined} aria-label={label} onKeyDown={moveFocus}>
      {columns !== undefined && (
        <colgroup>
          <col style={{ width: columns.head }} />
          {grid.columns.map(({ id, isTotal }) => (
            <col key={id} {...(isTotal === true ? { style: { width: columns.total } } : {})} />
          ))}
        </colgroup>
      )}
      <thead>
        <tr>
          <th scope="col">{grid.corner}</th>
          {grid.columns.map((column) => (
            <th key={column.id} scope="col" {...stateOf(column)}>
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      {grid.blocks.map((block) => (
        <tbody key={block.id}>
          {block.heading !== undefined && (
            <tr>
              <th scope="rowgroup" colSpan={grid.columns.length + 1} className="ch-table-measure">
                {block.heading}
              </th>
            </tr>
          )}
          {block.rows.map((row) => {
            const at = rows.findIndex((one) => one.block === block && one.row === row);
            return (
              <tr key={row.id} data-total={row.isTotal || undefined} data-open={row.isOpen || undefined}>
                <th scope="row">{row.label}</th>
                {grid.columns.map((column, across) => {
                  const measure = measureOf(row, column);
                  const cell = `${at},${across}`;
                  return (
                    <td key={column.id} {...stateOf(column)}>
                      {measure !== undefined && (
                        <Cell
                          matrix={matrix}
                          texts={texts}
                          place={placeOf(row, column)}
                          measure={measure}
                          cell={cell}
                          isTabStop={cell === tabStop}
                          names={{ records, record }}
                          onFocus={setFocused}
                          onOpen={isHidden ? undefined : onOpen}
                        />
                      )}
                    </td>
                  );
                })}
              </tr>
            );
          })}
        </tbody>
      ))}
    </table>
  );
  if (isHidden) return <div className="ms-visually-hidden">{body}</div>;
  // Without figures that open something, the box itself is reached by keyboard, to be scrolled.
  return (
    <div
      className="ch-table-box"
      {...(onOpen === undefined || opening.length === 0 ? { tabIndex: 0, role: 'group', 'aria-label': label } : {})}
    >
      {body}
    </div>
  );
}
