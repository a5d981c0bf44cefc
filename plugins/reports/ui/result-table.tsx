import type { ReactNode } from 'react';
import './results.css';

/** A column of a result. */
export interface ResultColumn {
  readonly id: string;
  readonly label: string;
  /** Its values are numbers. */
  readonly isFigure?: boolean;
}

interface ResultTableProps {
  readonly label: string;
  readonly columns: readonly ResultColumn[];
  /** The cells of each row, in the order of the columns. */
  readonly rows: readonly { readonly id: string; readonly cells: readonly ReactNode[] }[];
  readonly foot?: readonly ReactNode[] | undefined;
}

/** The result of a report or leaderboard. */
export function ResultTable({ label, columns, rows, foot }: ResultTableProps) {
  const cellsOf = (cells: readonly ReactNode[]) =>
    columns.map(({ id, isFigure }, at) => (
      <td key={id} data-figure={isFigure === true || undefined}>
        {cells[at]}
      </td>
    ));
  return (
    <div className="rr-scroll" tabIndex={0} role="group" aria-label={label}>
      <table className="rr-table">
        <thead>
          <tr>
            {columns.map(({ id, label: heading, isFigure }) => (
              <th key={id} scope="col" data-figure={isFigure === true || undefined}>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, cells }) => (
            <tr key={id}>{cellsOf(cells)}</tr>
          ))}
        </tbody>
        {foot && (
          <tfoot>
            <tr>{cellsOf(foot)}</tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}
