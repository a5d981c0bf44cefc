import type { ImportCellView, ImportCorrections } from '#engine/model/wire';
import type { Correction } from './choices.ts';
import type { CellPlace } from './find-problem.ts';

/** What can be done with the cells of the shown rows. */
export interface RowActions {
  /** The cell that is corrected, or the row whose problem is shown; undefined: none. */
  readonly place: CellPlace | undefined;
  readonly setPlace: (place: CellPlace | undefined) => void;
  /** Also those that are not checked yet. */
  readonly corrections: ImportCorrections;
  readonly correct: (correction: Correction) => void;
  /** The text of the file is used again. */
  readonly restore: (row: number, cell: ImportCellView) => void;
}
