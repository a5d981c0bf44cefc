import type { ModuleView } from '#engine/model/wire';
import type { ApiError } from '../../client/index.ts';
import type { LayoutItem, ListHandle } from '../../headless/index.ts';
import type { ListResult } from '../grid/grid-source.ts';

/** The props that a list passes to its board or calendar. */
export interface ViewTypeProps {
  readonly module: ModuleView;
  readonly list: ListHandle;
  /** The field whose options are the columns of the board, or whose dates are the days of the calendar. */
  readonly item: LayoutItem;
  /** Increases when records must be loaded again. */
  readonly revision: number;
  readonly onOpen: (id: string) => void;
  readonly onLoading: () => void;
  readonly onLoaded: (result: ListResult) => void;
  readonly onError: (error: ApiError) => void;
}
