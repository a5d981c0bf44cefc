import type { ComponentType, ReactNode } from 'react';
import type { ErrorBody, FieldView, ModuleView, ShellView } from '#engine/model/wire';
import type { JsonObject, JsonValue } from '#engine/model/values';
import type { UserType } from '#engine/model/definitions';
import type { FormSchema } from '#engine/model/forms';
import type { RecordData, UserArea } from '../client/index.ts';
import type { DoneAction, DoneLog } from './done-log.ts';

/** What the dialog of a refused save changes when it saves again. */
export interface RetryOptions {
  /** 'allow': saves despite the duplicates found. */
  readonly duplicates?: 'allow';
  /** Values to save together with the draft, by field. */
  readonly fields?: JsonObject;
}

/** Props of the dialog for the error code of a refused save. */
export interface ErrorDialogProps {
  /** The error, with its data (such as the duplicates found). */
  readonly error: ErrorBody;
  /** The module of the form. */
  readonly module: ModuleView;
  /** The values of the form. */
  readonly draft: Readonly<Record<string, unknown>>;
  /** The record that was being changed; absent on create. */
  readonly recordId?: string | undefined;
  /**
   * Saves the draft again: with values of further fields, or despite duplicates.
   * @throws ApiError if it is refused again, or the server does not respond.
   */
  readonly retry: (options: RetryOptions) => Promise<void>;
  /** Returns to the form; nothing is saved. */
  readonly cancel: () => void;
  /** Leaves the form and opens a record that replaces the draft, such as the primary record of a merge. */
  readonly goToRecord: (module: string, recordId: string) => void;
}

/** Props of a slot on a record. */
export interface RecordSlotProps {
  /** The module of the record. */
  readonly module: ModuleView;
  /** The record as the user may see it. */
  readonly record: RecordData;
  /** Reads the record again, after the slot changed it. */
  readonly reload: () => void;
}

/** Props of what is shown instead of the form of a new record. */
export interface NewRecordSlotProps {
  /** The module of the record. */
  readonly module: ModuleView;
  /** Opens the record after it was created, in place of this page. */
  readonly openRecord: (recordId: string) => void;
}

/** An action in a record's menu. */
export interface RecordAction {
  /** Unique among the actions. */
  readonly id: string;
  /** Text of the menu item. */
  readonly label: string;
  /** Name of a lucide icon. */
  readonly icon?: string;
  /** Modules that have the action; absent: all. */
  readonly modules?: readonly string[];
  /** Name of a permission of the plugin that its endpoint requires: without it, the action explains who can give it. */
  readonly permission?: string;
  /** Whether a record has the action; absent: all records do. */
  readonly isShown?: (input: { readonly module: ModuleView; readonly record: RecordData }) => boolean;
  /** Shown in its own dialog when the action is chosen. */
  readonly component: ComponentType<RecordSlotProps & { readonly close: () => void }>;
}

/** Props of what creates an account. */
export interface AccountActionProps {
  /** Closes it; with the id of the user that it created, their page is opened. */
  readonly close: (userId?: string) => void;
}

/** A way to create a user, in the menu of the page of users in the administration. */
export interface AccountAction {
  /** Unique among these actions. */
  readonly id: string;
  /** Text of the menu item. */
  readonly label: string;
  /** Name of a permission of the plugin that its endpoint requires: it is shown to those who have it. Absent: to everyone who has the page. */
  readonly permission?: string;
  /** Shown in its own dialog when the action is chosen. */
  readonly component: ComponentType<AccountActionProps>;
}

/** An action on the rows selected in a grid. */
export interface BulkAction {
  /** Unique among the bulk actions. */
  readonly id: string;
  /** Text of the button. */
  readonly label: string;
  /** Name of a lucide icon; default: none. */
  readonly icon?: string;
  /** Modules that have the action; absent: all. */
  readonly modules?: readonly string[];
  /** Name of a permission of the plugin that its endpoint requires: without it, the action explains who can give it. */
  readonly permission?: string;
  /** Minimum number of selected rows. */
  readonly minimum?: number;
  /** Shown when the action is chosen, with the ids of the selected rows; `close(true)` reads the list again. */
  readonly component: ComponentType<{
    readonly module: ModuleView;
    readonly ids: readonly string[];
    readonly close: (changed: boolean) => void;
  }>;
}

/** Props of a component that shows a value in a list. */
export interface CellSlotProps {
  /** The field of the value. */
  readonly field: FieldView;
  /** The stored value; undefined: missing. */
  readonly value: JsonValue | undefined;
  /** The module of the list. */
  readonly module: ModuleView;
  /** The record of the row. */
  readonly record: RecordData;
}

/** Props of a component that edits a value in a form. */
export interface FieldSlotProps {
  /** Id of the input element, for its label. */
  readonly id: string;
  /** The edited field. */
  readonly field: FieldView;
  /** The module of the form. */
  readonly module: ModuleView;
  /** The value in the form; undefined: missing. */
  readonly value: JsonValue | undefined;
  /** Sets the value; undefined clears it. */
  readonly onChange: (value: JsonValue | undefined) => void;
  /** All values of the form. */
  readonly draft: Readonly<Record<string, unknown>>;
  /** The problem of the value, to be shown at the input; absent: none. */
  readonly error?: string;
  /** The user may not change the value. */
  readonly readOnly: boolean;
}

/** A tab in the side pane of a record. */
export interface RecordPanel {
  /** Unique among the panels; part of the address of the tab. */
  readonly id: string;
  /** Text of the tab. */
  readonly label: string;
  /** Modules that have the tab; absent: all. */
  readonly modules?: readonly string[];
  /** Only staff have the tab: users of the types in the setting `staff_user_types`, and System Admins. Default: everyone. */
  readonly staffOnly?: true;
  /** Behind the tab of related records, so that a record does not open with it. Default: before it. */
  readonly afterRelated?: true;
  /** Content of the tab. */
  readonly component: ComponentType<RecordSlotProps>;
}

/** A page under `/app/x/{plugin}/{path}`. */
export interface PluginPage {
  /** Below `/app/x/{plugin}/`, without a slash at its start. */
  readonly path: string;
  /** The title of the window. */
  readonly title: string;
  /** The page, without the frame. */
  readonly component: ComponentType;
  /** Modules whose lists have a link to the page in their menu; default none. */
  readonly listsOf?: readonly string[];
  /** Name of a lucide icon, in the menu. */
  readonly icon?: string;
}

/** A page at a route of its own. The frame and its menu stay while it is loaded; a route of the product itself cannot be replaced. */
export interface RoutedPage {
  /**
   * Absolute. Below `/app`, `/admin` or the path of an area of a plugin the page is in the frame, for the users of that area; elsewhere see
   * `audience`. With `/*` at its end it includes all paths below.
   */
  readonly route: string;
  /** The title of the window, and the label in the search. */
  readonly title: string;
  /**
   * Loads the page when it is opened.
   * @throws any error: an error is shown instead of the page.
   */
  readonly load: () => Promise<ComponentType>;
  /** Who may open a page outside the areas: everyone, without frame and session, or every signed-in user, in the frame; default `public`. */
  readonly audience?: 'public' | 'signed-in';
  /** Who finds the page in the search, among the pages of the menu: users of these types, or the staff (`staff_user_types`); default nobody. */
  readonly searchableFor?: readonly UserType[] | 'staff';
  /** Name of a lucide icon, in the search. */
  readonly icon?: string;
}

/**
 * A place of the product's screens that takes content of plugins: `frame`, over every page; `menu`, below the menu at the left, and in the
 * menu of a phone; `home`, in the side column of the first page; `list`, above the records of a module; `record`, above the fields of a
 * record; `recordHeader`, next to its name; `recordSide`, in the pane beside its fields; `calendar`, below the entries of a calendar, beside
 * what their colours mean.
 */
export type ScreenPlace = 'frame' | 'menu' | 'home' | 'list' | 'record' | 'recordHeader' | 'recordSide' | 'calendar';

/** Props of a part of a screen. */
export interface ScreenPartProps {
  /** The user, their modules and the menu. */
  readonly shell: ShellView;
  /** Name of the module of a list, a record or a calendar; undefined elsewhere. */
  readonly module?: string | undefined;
  /** Id of the record; undefined elsewhere. */
  readonly recordId?: string | undefined;
  /** The menu shows icons only. */
  readonly isCollapsed?: boolean | undefined;
}

/** Content on screens of the product. It is shown once the first page is loaded, and takes no space while it has nothing to show. */
export interface ScreenPart {
  /** Where it is shown. */
  readonly place: ScreenPlace;
  /** What is shown. */
  readonly component: ComponentType<ScreenPartProps>;
}

/** Columns and rows of the grid of widgets, which has 12 columns. */
export interface WidgetSize {
  /** Columns, 1 to 12. */
  readonly width: number;
  /** Rows of 32 pixels, 1 to 40. */
  readonly height: number;
}

/** Filters of all widgets that are shown together. */
export interface WidgetFilters {
  /** The first day, `YYYY-MM-DD`; absent: no limit. */
  readonly from?: string;
  /** The last day; absent: no limit. */
  readonly to?: string;
  /** Ids of teams: only their records; empty: all. */
  readonly teams: readonly string[];
}

/** Props of a widget. */
export interface WidgetProps {
  /** The user, their modules and the menu. */
  readonly shell: ShellView;
  /** What its form was filled with: the values of `options`. */
  readonly settings: JsonObject;
  /** The filters of the dashboard. Widgets to which they do not apply ignore them. */
  readonly filters: WidgetFilters;
  /** The title that the user gave it, else its label. */
  readonly title: string;
  /** Rows of the grid that it has; on a phone it takes what it needs. */
  readonly height: number;
}

/** Props of a field that a form brings along, for a property that no widget of the form fits. */
export interface CustomFieldProps {
  /** Id of its main input. */
  readonly id: string;
  /** Its label. */
  readonly label: string;
  /** Its help; undefined: none. */
  readonly description: string | undefined;
  /** The value; undefined: missing. */
  readonly value: JsonValue | undefined;
  /** Sets the value; undefined clears it. */
  readonly onChange: (value: JsonValue | undefined) => void;
  /** The value of the whole form. */
  readonly values: { readonly [name: string]: JsonValue | undefined };
  /** The user may not change it. */
  readonly readOnly: boolean;
  /** The problems of the value, as sentences. */
  readonly problems: readonly string[];
}

/** A kind of content that users put on their dashboards. */
export interface DashboardWidget {
  /** Unique among all; lower-case letters, digits and hyphens. It is stored, so that it must stay. */
  readonly key: string;
  /** Its name in the list of widgets, and its title unless the user gives it another. */
  readonly label: string;
  /** What it shows, as a sentence. */
  readonly help: string;
  /** Name of a lucide icon. */
  readonly icon: string;
  /** The size of a new one. */
  readonly size: WidgetSize;
  /** The smallest size at which it can be read. */
  readonly smallest: WidgetSize;
  /** The form with what it shows, of the user. Absent: there is nothing to choose. */
  readonly options?: (shell: ShellView) => FormSchema;
  /** Fields for options that no widget of the form fits, by name. */
  readonly optionFields?: { readonly [option: string]: ComponentType<CustomFieldProps> };
  /** It has titles of its own: no title and no border are drawn around it. */
  readonly isBare?: boolean;
  /** Whether a user can choose it; absent: everybody can. */
  readonly isOffered?: (shell: ShellView) => boolean;
  /** Its content. */
  readonly component: ComponentType<WidgetProps>;
}

/** Props of what a plugin shows as the first page. */
export interface HomeBodyProps {
  /** The user, their modules and the menu. */
  readonly shell: ShellView;
  /**
   * The first page of the product; the actions are shown in its heading.
   * @throws any error: the nearest error boundary shows it.
   */
  readonly children: (actions: ReactNode) => ReactNode;
}

/** What a value of a field requires, shown before it is saved. */
export interface TransitionRequirement {
  /** Names of the fields that must also have a value. Fields that have one already are not shown. */
  readonly fields: readonly string[];
  /** A short hint next to the value: `Needs a reason`. */
  readonly hint: string;
  /** A sentence above the required fields; the server's error message if they are missing. */
  readonly message: string;
}

/** Returns what a value requires on a record; undefined: nothing. Must be pure: it is called for every offered value. */
export type TransitionRequirementCheck = (
  value: JsonValue,
  record: Readonly<Record<string, JsonValue | undefined>>,
) => TransitionRequirement | undefined;

/** Everything that a plugin can add to the UI. Keys of `fields`, `cells` and `transitionRequirements` are `module.fieldName`. */
export interface UiContribution {
  /** Name of the plugin. */
  readonly plugin: string;
  /** By error code: shown instead of the error if a save is refused with it. */
  readonly dialogs?: Readonly<Record<string, ComponentType<ErrorDialogProps>>>;
  /** By module: the message shown while a form is being saved, if a rule of the plugin takes part in it. */
  readonly savingMessages?: Readonly<Record<string, string>>;
  /** By module: returns the reason why a mass update with these values is not sent; undefined: it is sent. */
  readonly massUpdateValidators?: Readonly<Record<string, (fields: JsonObject) => string | undefined>>;
  /** What values of a field require, so that screens can show it before they save. Simple requirements are part of the field's definition. */
  readonly transitionRequirements?: Readonly<Record<string, TransitionRequirementCheck>>;
  /** Actions in a record's menu. */
  readonly recordActions?: readonly RecordAction[];
  /** Ways to create a user, in the administration. */
  readonly accountActions?: readonly AccountAction[];
  /** Actions on the selected rows of a list. */
  readonly bulkActions?: readonly BulkAction[];
  /** By field: the input in forms. */
  readonly fields?: Readonly<Record<string, ComponentType<FieldSlotProps>>>;
  /** By field: the cell in lists. */
  readonly cells?: Readonly<Record<string, ComponentType<CellSlotProps>>>;
  /** By the name of a field type that the plugin adds: the input and the cell of all fields of that type. */
  readonly fieldTypes?: Readonly<
    Record<string, { readonly field?: ComponentType<FieldSlotProps>; readonly cell?: ComponentType<CellSlotProps> }>
  >;
  /**
   * By module: shown on the page of a record instead of its fields, which are in its form. With the attribute `data-wide` it takes the whole
   * width: the side pane is below it.
   */
  readonly recordBodies?: Readonly<Record<string, ComponentType<RecordSlotProps>>>;
  /** By module: shown instead of the form of a new record. */
  readonly newRecordBodies?: Readonly<Record<string, ComponentType<NewRecordSlotProps>>>;
  /** Tabs in the side pane of records. */
  readonly panels?: readonly RecordPanel[];
  /** Content on screens of the product. */
  readonly screenParts?: readonly ScreenPart[];
  /**
   * Loads the widgets that it adds to dashboards, when the first dashboard is opened.
   * @throws any error: its widgets are left out, and the failure is logged.
   */
  readonly widgets?: () => Promise<readonly DashboardWidget[]>;
  /**
   * Returns the record that logs what was done, which is saved in the same batch for users who may create one; undefined: there is none.
   * @throws any error: nothing is logged, and the failure is.
   */
  readonly logDone?: (done: DoneAction) => Promise<DoneLog | undefined>;
  /** Shown as the first page of every user; it may show that of the product. */
  readonly homeBody?: ComponentType<HomeBodyProps>;
  /** Pages below `/app/x/{plugin}/`. */
  readonly pages?: readonly PluginPage[];
  /** Pages at routes of their own, such as the previous address of a page. */
  readonly routedPages?: readonly RoutedPage[];
  /** Areas beside `/app`, for users of certain types. */
  readonly areas?: readonly UserArea[];
}

/** Declares what a plugin adds to the UI; the client part of the plugin exports the result. */
export function defineUiContribution(contribution: UiContribution): UiContribution {
  return contribution;
}
