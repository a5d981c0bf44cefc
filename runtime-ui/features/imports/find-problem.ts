import type { ImportRowView } from '#engine/model/wire';

/** A cell of a row; null as column: the row as a whole. */
export interface CellPlace {
  readonly row: number;
  readonly column: number | null;
}

/** The problems of rows in the order in which they are read. */
export function listProblems(rows: readonly ImportRowView[]): readonly CellPlace[] {
  return rows.flatMap(({ row, cells, problems }): readonly CellPlace[] => [
    ...(problems.length > 0 ? [{ row, column: null }] : []),
    ...cells.filter(({ problem }) => problem !== null).map(({ column }) => ({ row, column })),
  ]);
}

/** The first problem after a cell, or of all; undefined: there is none. */
export function findNextProblem(rows: readonly ImportRowView[], from: CellPlace | undefined): CellPlace | undefined {
  const all = listProblems(rows);
  if (from === undefined) return all[0];
  const at = all.findIndex(({ row, column }) => row === from.row && column === from.column);
  if (at >= 0) return all[at + 1];
  // Its problem is gone: the next one is in its row, after it, or in a later row.
  const order = rows.find(({ row }) => row === from.row)?.cells.map(({ column }) => column) ?? [];
  const place = (column: number | null): number => (column === null ? -1 : order.indexOf(column));
  return all.find(({ row, column }) => row > from.row || (row === from.row && place(column) > place(from.column)));
}
