import type { ChartType, ModuleView } from '#engine/model';
import type { RecordData, RecordEditor } from '#ui';
import type { ReportCharts } from '../use-charts.ts';

/** Which chart of a report is edited: one that is stored, or one that is not stored yet. `isAdded`: it is shown from the start. */
export type EditedChart = { readonly kind: 'stored'; readonly record: RecordData } | { readonly kind: 'new'; readonly isAdded: boolean };

/** The chart that is edited with its report. */
export interface ChartEditing {
  readonly editor: RecordEditor;
  /** False: the report is shown as a table, until a chart type is chosen. */
  readonly isShown: boolean;
  /** Draws the chart as this type. */
  readonly show: (type: ChartType) => void;
  /** Leaves the chart without saving it: after it was removed, or never stored. */
  readonly discard: () => void;
}

/** Props of the screen of a builder. */
export interface BuilderProps {
  readonly editor: RecordEditor;
  /** Id of the stored report; undefined: it is new. */
  readonly reportId: string | undefined;
  readonly list: ReportCharts;
  readonly edited: EditedChart;
  /** Opens another chart; undefined: the first one. */
  readonly onChoose: (next: EditedChart | undefined) => void;
  /** Undefined: the user may not see charts. */
  readonly chart: ChartEditing | undefined;
  readonly save: () => void;
  readonly isDirty: boolean;
  /** Called before the list of the records of a figure is opened: what is not saved stays on this device. */
  readonly onLeave: () => void;
}

/** Props of the parts of a builder that know the module of the source. */
export interface SourcedProps extends BuilderProps {
  readonly source: ModuleView;
}
