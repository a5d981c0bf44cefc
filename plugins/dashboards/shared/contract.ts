import type { JsonObject } from '#engine/model';

/** The number of columns of a dashboard. */
export const COLUMNS = 12;
/** The rows of the highest widget. */
export const MOST_ROWS = 40;
/** The most widgets of a dashboard. */
export const MOST_WIDGETS = 40;

/** Where a widget is, in columns and rows of the grid. */
export interface Place {
  readonly column: number;
  readonly row: number;
  readonly width: number;
  readonly height: number;
}

/** What a widget shows. */
export interface WidgetContent {
  /** The key of the widget: `chart`, or one that a plugin or the product adds. */
  readonly widget: string;
  /** '' for the widget's own title. */
  readonly title: string;
  /** Id of a report. */
  readonly report: string | null;
  /** Id of a report chart. */
  readonly chart: string | null;
  readonly settings: JsonObject;
}

/** A widget of a dashboard. */
export interface ShownWidget extends WidgetContent {
  /** Id of its record; in dashboards of others, such as default ones, a number. */
  readonly id: string;
  /** Null: it was never placed. */
  readonly place: Place | null;
}

/** A dashboard with its widgets. */
export interface ShownDashboard {
  /** Null: the product's own first page. */
  readonly id: string | null;
  readonly name: string;
  /** Whose it is: the caller's, or a default that they may copy, or none. */
  readonly origin: 'own' | 'default' | 'none';
  readonly widgets: readonly ShownWidget[];
}

/** `GET /api/user-dashboards/shown`. */
export interface ShownDashboards {
  /** Those of the caller, in their order. */
  readonly dashboards: readonly { readonly id: string; readonly name: string; readonly opensFirst: boolean }[];
  /** The one that was asked for, else the one that opens first, else the default of the caller's role and type. */
  readonly shown: ShownDashboard;
  /** Whether the caller may have dashboards of their own. */
  readonly mayCreate: boolean;
  /** Whether the caller may make dashboards the default of others. */
  readonly maySaveDefault: boolean;
  /** Whether the caller may put dashboards above the lists of modules. */
  readonly maySaveForModules: boolean;
}

/** `POST /api/user-dashboards/copy`: a dashboard of the caller with these widgets. */
export interface CopyInput {
  readonly name: string;
  /** Id of the default dashboard that it is made from. */
  readonly madeFrom?: string;
  readonly widgets: readonly (Partial<WidgetContent> & { readonly widget: string; readonly place: Place })[];
}

/** `POST /api/user-dashboards/save-as-default`: these widgets become the default of roles and user types, or are shown above a list. */
export interface SaveDefaultInput extends Pick<CopyInput, 'name' | 'widgets'> {
  /** User types; none: all. */
  readonly userTypes: readonly string[];
  /** Ids of roles; none: every role. */
  readonly roles: readonly string[];
  /** Name of the module above whose list they are shown; absent: they are the first page. */
  readonly module?: string;
}

/** `GET /api/module-report-dashboards/shown/{module}`: the widgets above the list of a module for the caller. */
export interface ModuleDashboards {
  readonly data: readonly { readonly id: string; readonly name: string; readonly widgets: readonly ShownWidget[] }[];
  readonly total: number;
}
