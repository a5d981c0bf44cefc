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
}

/** The ranking of a leaderboard. */
export function ResultTable({ label, columns, rows }: ResultTableProps) {
  const cellsOf = (cells: readonly ReactNode[]) =>
    columns.map(({ id, isFigure }, at) => (
      <td key={id} data-figure={isFigure === true || undefined}>
        {cells[at]}
      </td>
    ));
  return (
    <div className="lb-scroll" tabIndex={0} role="group" aria-label={label}>
      <table className="lb-table">
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
      </table>
    </div>
  );
}
