import type { ChartView, FigureData } from '#engine/model/wire';
import type { JsonObject } from '#engine/model/values';
import type { FigureMatrix } from './figures/figure-matrix.ts';
import type { GroupLook } from './figures/group-looks.ts';
import type { StepTexts } from './figures/period-text.ts';

/** Why there are no figures. */
export interface ChartError {
  /** HTTP status; 0: the server cannot be reached. */
  readonly status: number;
  /** Error code. */
  readonly code: string;
  /** For people. */
  readonly message: string;
}

/** What charts and tables of figures share. */
export interface FiguresProps {
  /** The figures; undefined while they are loaded for the first time. */
  readonly data: FigureData | undefined;
  /** The records that are counted, as a plural in lower case: `orders`. */
  readonly records: string;
  /** The same for one record: `order`; default: the plural. */
  readonly record?: string | undefined;
  /** ISO time at which the figures were computed: the period that contains it is not over. Default: now. */
  readonly asOf?: string | undefined;
  /** IANA name of the time zone of periods; default: that of the browser. */
  readonly timeZone?: string | undefined;
  /** Opens the records of a figure: all filters apply, in addition to that of the figures. Absent: the figures open nothing. */
  readonly onOpen?: ((filters: readonly JsonObject[]) => void) | undefined;
}

/** Props of a chart. */
export interface ChartProps extends FiguresProps {
  /** How it is drawn. */
  readonly view: ChartView;
  /** Shown instead of a chart if there are no figures: no access, or an error. */
  readonly error?: ChartError | undefined;
  /** Loads the figures again; absent: an error has no button. */
  readonly onRetry?: (() => void) | undefined;
  /** Puts the groups that are not shown into one; absent: this is not offered. */
  readonly onShowOthers?: (() => void) | undefined;
  /** Parts of the definition that could not be used, in words; the rest is drawn. */
  readonly problems?: readonly string[] | undefined;
  /** Height of the drawing in pixels; default 320, on a phone 240. */
  readonly height?: number | undefined;
  /** Whether the table of the figures is below the chart; default: only screen readers get it. */
  readonly hasTable?: boolean | undefined;
}

/** What the drawing of a chart type gets. */
export interface DrawingProps {
  readonly view: ChartView;
  readonly matrix: FigureMatrix;
  /** The texts of the groups of each step. */
  readonly texts: readonly StepTexts[];
  /** The colours of the groups that the legend names: those of the last step. */
  readonly looks: readonly GroupLook[];
  readonly width: number;
  readonly height: number;
  /** The table below has a column for each group, which the plot is aligned with; absent: the plot has its own labels. */
  readonly columns?: TableColumns | undefined;
}

/** Pixels of the first and the last column of a table; those between are of equal width. */
export interface TableColumns {
  /** Of the names of the rows. */
  readonly head: number;
  /** Of the totals. */
  readonly total: number;
}
