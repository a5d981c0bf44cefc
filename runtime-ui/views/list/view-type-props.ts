import type { ModuleView } from '#engine/model';
import type { ApiError } from '../../client/index.ts';
import type { LayoutItem, ListHandle } from '../../headless/index.ts';
import type { ListResult } from '../grid/grid-source.ts';

/** What a board or a calendar is given by the list that it is a face of. */
export interface ViewTypeProps {
  readonly module: ModuleView;
  readonly list: ListHandle;
  /** The field whose options are the lanes, or whose days are those of the calendar. */
  readonly item: LayoutItem;
  /** Rises when records must be read anew. */
  readonly revision: number;
  readonly onOpen: (id: string) => void;
  readonly onLoading: () => void;
  readonly onLoaded: (result: ListResult) => void;
  readonly onError: (error: ApiError) => void;
}
