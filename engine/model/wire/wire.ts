import type {
  ColumnDefinition,
  DropdownDefinition,
  LayoutDefinition,
  LayoutView,
  MenuDefinition,
  HomeListDefinition,
  ModuleDefinition,
  WorkItemsDefinition,
  ModuleValidation,
  RelationshipDefinition,
  SortDefinition,
  UserType,
  FieldDefinition,
  InputType,
} from '../definitions/index.ts';
import type { SchemaType } from '../field-types/field-type.ts';
import type { FilterOperator } from '../filter/operators.ts';
import type { JsonValue } from '../values/json.ts';
import type { PreviewView } from './preview.ts';

/** A right on the records of a module, combined from all roles. */
export type AccessLevel = 'All' | 'Owner' | 'Rule' | 'None';

/** The rights of the signed-in user for a module, combined from all roles: the widest level that any role gives. */
export interface ModuleRightsView {
  /** The user may open the module; false: none of the other rights apply. */
  readonly access: boolean;
  /** May create records. */
  readonly create: boolean;
  /** May change many records at once. */
  readonly mass_update: boolean;
  /** May export records as a file. */
  readonly export: boolean;
  /** May put records in teams that they do not belong to. */
  readonly assign_any_team: boolean;
  /**
   * Which records the user may read: 'All' that teams and row rules allow, 'Owner' only those assigned to the user, 'Rule' those that a
   * rule of a role matches, 'None' none.
   */
  readonly view: AccessLevel;
  /** Which records the user may change; values as in `view`. */
  readonly edit: AccessLevel;
  /** Which records the user may delete; values as in `view`. */
  readonly delete: AccessLevel;
}

/** The rights of the signed-in user for a field. */
export interface FieldRightsView {
  /** On which records the value is sent: 'all', 'owner' only those assigned to the user, 'none' none. */
  readonly read: 'all' | 'owner' | 'none';
  /** On which records the user may change the value; values as in `read`. */
  readonly write: 'all' | 'owner' | 'none';
}

/** What only the columns of entries have. */
type OfColumns = 'timeOfDay' | 'month' | 'numbers' | 'identifier' | 'hidden' | 'operandOf';

/** A field for the client: its definition, resolved. Fields that the user may never read are omitted. */
export interface FieldView extends Omit<FieldDefinition, 'ref'>, Pick<ColumnDefinition, OfColumns> {
  /** Its input type and schema type; the server always sends it. */
  readonly type?: { readonly inputType: InputType; readonly schemaType: SchemaType };
  /** Modules that a relate field may point to; empty: any. */
  readonly refs: readonly string[];
  /** Only the product writes it, such as createdAt. */
  readonly system: boolean;
  /** The rights of the user for the field. */
  readonly rights: FieldRightsView;
  /** Whether lists can be sorted by it; depends on rights and type. */
  readonly sortable: boolean;
  /** Whether lists can be filtered by it; depends on rights and type. */
  readonly filterable: boolean;
  /** The filter operators for this user; the parts of an Address have those of text. */
  readonly operators?: readonly FilterOperator[];
  /** Ids of the only records that a save of this user may add to a relate; absent: any. */
  readonly choices?: readonly string[];
  /** In a preview of a draft: it is empty, because a job calculates it when the draft is published. */
  readonly calculatedLater?: true;
  /** In a preview of a draft: lists can be sorted and filtered by it when the draft is published, because its values are stored then. */
  readonly sortedLater?: true;
}

/** A relation to another module that the user has access to. */
export interface RelationView {
  /** Name in paths and filters; unique in the module. */
  readonly name: string;
  /** Name for people. */
  readonly label: string;
  /** `forward`: a field of this module contains the ids; `reverse`: a field of the other module does. */
  readonly direction: 'forward' | 'reverse';
  /** Names of the other modules; empty: any. */
  readonly modules: readonly string[];
  /** Name of the field that contains the ids. */
  readonly fieldName: string;
  /** A record may be related to several records. */
  readonly many: boolean;
  /** The field is a FlexRelate or MultiFlexRelate: its values name the module too. */
  readonly flex: boolean;
}

/** `GET /api/ss-modules/by-name/{name}`: everything that generated screens need of a module, for this user. */
export interface ModuleView {
  /** Stable id of the module. */
  readonly _id: string;
  /** Name in definitions and in the API: 'tickets'. */
  readonly name: string;
  /** Plural name for people: 'Tickets'. */
  readonly label: string;
  /** Singular name for people: 'Ticket'. */
  readonly labelSingular: string;
  /** What the module is for; '' if it has no description. */
  readonly description: string;
  /** Name of a lucide icon; 'table' if the module has none. */
  readonly icon: string;
  /** Path of its endpoints: '/api/tickets'. */
  readonly path: string;
  /** Its records belong to teams, which limit who may see them. */
  readonly teamEnabled: boolean;
  /** The field that contains the display name of a record. */
  readonly nameField: string;
  /** Version of the definitions. */
  readonly version: number;
  /** The fields that the user may read, in the order of the definition. */
  readonly fields: readonly FieldView[];
  /** Relations to modules that the user has access to. */
  readonly relations: readonly RelationView[];
  /** The layouts for the roles of the user, by view. */
  readonly layouts: { readonly [view in LayoutView]?: LayoutDefinition };
  /** The dropdowns of its fields, by name. */
  readonly dropdowns: { readonly [name: string]: DropdownDefinition };
  /** The validation rules of the module; those of a field are part of the field. */
  readonly validations?: readonly ModuleValidation[];
  /** The rights of the user for the module. */
  readonly rights: ModuleRightsView;
  /** The order of lists for which the user chose none. */
  readonly defaultSort: SortDefinition;
  /** Records per page of lists for which the user chose no size. */
  readonly pageSize: number;
  /** Views of its list in addition to all and own records; absent: none that the user may use. */
  readonly listViews?: NonNullable<ModuleDefinition['listViews']>;
  /** The one of `listViews` that its list opens with for a user who chose no view; absent: all records. */
  readonly defaultListView?: string;
  /** The Dropdown that its board opens with; absent: the status of its records. */
  readonly boardBy?: string;
  /** The fields that its calendar opens with; absent: the first date of its list. */
  readonly calendarBy?: NonNullable<ModuleDefinition['calendarBy']>;
  /** The fields by which its records repeat; absent: they do not, or the requester may not read one of these fields. */
  readonly recurrence?: NonNullable<ModuleDefinition['recurrence']>;
  /** The same as `nameField`, under the name that it has in the definition. */
  readonly fieldForName: string;
  /** The relationships of which the module is the primary one, to modules that the user has access to. */
  readonly relationships: readonly RelationshipDefinition[];
  /** Names of the applications that show the module; empty: all. */
  readonly apps: readonly string[];
  /** Administrators made the module. */
  readonly custom: boolean;
  /** Administrators designed its fields; default: as `custom`. */
  readonly customSchema: boolean;
  /** False: it has no endpoints. */
  readonly active: boolean;
  /** Its definition cannot be edited in the studio. */
  readonly locked: boolean;
  /** It is marked as deleted. */
  readonly deleted: boolean;
  /** ISO time at which an administrator created the module; null: it is part of the product or of a plugin. */
  readonly createdAt: string | null;
  /** ISO time at which an administrator last changed the definition; null: nobody did. */
  readonly updatedAt: string | null;
  /** The definition itself, for admins. */
  readonly definition?: ModuleDefinition;
}

/** A summary of a module: for menus, relate fields and links. */
export interface ModuleSummary {
  /** Stable id of the module. */
  readonly _id: string;
  /** Its name in the API. */
  readonly name: string;
  /** Plural, such as "Books". */
  readonly label: string;
  /** Of one record, such as "Book". */
  readonly labelSingular: string;
  /** Name of a lucide icon. */
  readonly icon: string;
  /** Path of its endpoints, such as `/api/books`. */
  readonly path: string;
  /** Name of the field that names a record. */
  readonly nameField: string;
  /** Path of its pages below the area of the user, such as `/module/books` for `/app/module/books`. */
  readonly route: string;
  /** Further paths of its pages; absent: none. */
  readonly otherRoutes?: readonly string[];
  /** What the user may do with its records. */
  readonly rights: ModuleRightsView;
  /** Set if its records are uploaded files, with the field `path`. */
  readonly files?: true;
  /** Set if its records are work of users of this type, and the user may filter by all fields that this needs. */
  readonly workItems?: WorkItemsDefinition;
  /** The lists of its records on the first page; absent: none. */
  readonly homeLists?: readonly HomeListDefinition[];
}

/** The signed-in user, as returned by sign-in, refresh and the shell endpoint. */
export interface SessionUser {
  /** Id of the user. */
  readonly _id: string;
  /** The address with which they sign in. */
  readonly email: string;
  /** '' if it is missing. */
  readonly first_name: string;
  /** '' if it is missing. */
  readonly last_name: string;
  /** Decides which areas and menus they have. */
  readonly userType: UserType;
  /** Ids of their roles. */
  readonly roles: readonly string[];
  /** Ids of their teams. */
  readonly teams: readonly string[];
  /** Whether the user is never signed out for being idle: by their record or, in the shell, by a setting too. */
  readonly disableTimeout: boolean;
}

/** `POST /api/users/login`, `POST /api/auth/refresh` and `completeRegistration`. */
export interface SignInResponse {
  readonly user: SessionUser;
  /** The user who signed in and acts as `user`; null: `user` signed in. */
  readonly impersonator: SessionUser | null;
  readonly token: string;
  readonly teams: readonly { readonly _id: string; readonly name: string }[];
  readonly status: boolean;
  readonly error: string | null;
  /** What plugins add to the session of this user, by name: such as the record that represents them. */
  readonly session: { readonly [name: string]: JsonValue };
}

/** A filter variable that a module declares: the record of that module that represents the user. */
export interface UserVariableView {
  /** Its name in filters, such as 'my_partner'. */
  readonly name: string;
  /** Its name for people. */
  readonly label: string;
  /** Name of the module of the records that it refers to. */
  readonly module: string;
}

/** `GET /api/shell`: everything that the application frame needs after sign-in, in one response. */
export interface ShellView {
  /** The user whose product is shown. */
  readonly user: SessionUser;
  /** The user who signed in and acts as `user`; null: `user` signed in. */
  readonly impersonator: SessionUser | null;
  /** What is previewed, and for whom; `user` is that person. Absent: this is no preview. */
  readonly preview?: PreviewView;
  /** What plugins add to the session of this user, by name: such as the record that represents them. */
  readonly session: { readonly [name: string]: JsonValue };
  /** The teams of the user. */
  readonly teams: readonly { readonly _id: string; readonly name: string }[];
  /** The roles of the user. */
  readonly roles: readonly { readonly _id: string; readonly name: string }[];
  /** Only items that the user may open. */
  readonly menu: MenuDefinition;
  /** Set if the sidebar of the user shows icons only, unless they choose otherwise on a device. */
  readonly sidebarCollapsed?: true;
  /** What the definitions add to the menu of the administration; only items that the user may open. */
  readonly administration: MenuDefinition['groups'];
  /** The modules that the user may open. */
  readonly modules: readonly ModuleSummary[];
  /** Settings marked public, by key. */
  readonly settings: { readonly [key: string]: JsonValue };
  /** Filter variables of the signed-in user that modules declare, beside `me`, `my_teams` and `my_roles`. */
  readonly userVariables: readonly UserVariableView[];
  /** Whether the user is staff: of a type in the setting `staff_user_types`, or a System Admin. */
  readonly isStaff: boolean;
  /** Names of the plugins' permissions that the user has. */
  readonly permissions: readonly string[];
  /** Names of the plugins that run: the UI ignores the browser parts of all others. */
  readonly plugins: readonly string[];
  /** Version of the definitions that this is of. */
  readonly definitionsVersion: number;
}

/** `GET /api/shell/preview`: the menu of another user, for System Admins. */
export interface ShellPreviewView {
  /** The user whose menu it is. */
  readonly user: SessionUser;
  /** Only items that the user may open. */
  readonly menu: MenuDefinition;
  /** The modules that the user may open. */
  readonly modules: readonly ModuleSummary[];
}

/** What System Admins have to settle in the running product. */
export interface AttentionView {
  /** Number of effects of saves that failed and wait for a retry. */
  readonly failingEffects: number;
  /** The plugins that are off, by name, with the cause. */
  readonly pluginsOff: readonly { readonly name: string; readonly cause: string }[];
  /** Number of problems of the definitions: why the last good ones are active, and settings whose defaults are used. */
  readonly definitionProblems: number;
  /** Number of properties that both an upgrade of the files and a customization changed. */
  readonly definitionConflicts: number;
}

/** A property of a definition that both an upgrade of the files and a customization changed: the customized value is used. */
export interface DefinitionConflictView {
  /** Kind and name: 'module/tickets'. */
  readonly artifact: string;
  /** Position inside: '/fields/tickets_state/label'. */
  readonly path: string;
  /** The value of the files when it was customized; null: none. */
  readonly before: JsonValue;
  /** The value of the files now; null: none. */
  readonly base: JsonValue;
  /** The customized value; null: none. */
  readonly customized: JsonValue;
  /** Version of the definitions, to send back with the choice. */
  readonly version: number;
}

/** A problem of the definitions: why the last good ones are active instead of the files, or the default of a setting is used. */
export interface DefinitionProblemView {
  /** The file with the definition. */
  readonly file: string;
  /** Position inside. */
  readonly path: string;
  /** A sentence for people. */
  readonly cause: string;
}

/** The body of every error. */
export interface ErrorBody {
  /** The text of the error, for people. */
  readonly error: string;
  /** The error code, for programs: see the reference of errors. */
  readonly code: string;
  /** Problems with single fields. */
  readonly details: readonly { readonly field: string; readonly code: string; readonly message: string }[];
  readonly [data: string]: unknown;
}

/** A populated relate. `open: false`: the user may read the name but not open the record. `hidden`: not even the name. */
export type PopulatedRelate =
  | { readonly _id: string; readonly name: string; readonly module?: string; readonly open: boolean }
  | { readonly _id: string; readonly hidden: true; readonly module?: string };

/** A record of `GET /api/recently-seen`. */
export interface RecordLink {
  /** Name of the module. */
  readonly module: string;
  /** Id of the record. */
  readonly _id: string;
  /** Name of the record; '' if the user may not see it. */
  readonly name: string;
  /** ISO time at which it was opened. */
  readonly at: string;
}

/** A record of `POST /api/generic-modules/quick-search`. */
export interface QuickSearchHit {
  /** Name of the module. */
  readonly module: string;
  /** Id of the record. */
  readonly _id: string;
  /** Name of the record; '' if the user may not see it. */
  readonly name: string;
  /** The records of the module are people. */
  readonly isPerson: boolean;
  /** The user opened it recently. */
  readonly isRecent: boolean;
}

/** `none`: never requested. `stopped`: interrupted, continues when requested again. `open`: finished, some records were not undone. */
export const UNDO_STATES = ['none', 'running', 'stopped', 'open', 'done'] as const;
/** How far an undo is. */
export type UndoState = (typeof UNDO_STATES)[number];

/** `GET /api/batches/{id}/undo`: the progress of undoing a batch. */
export interface UndoProgress {
  /** How far it is. */
  readonly state: UndoState;
  /** Records of the batch. */
  readonly total: number;
  /** Records that the latest undo reverted. */
  readonly undone: number;
  /** Records that it did not revert. */
  readonly left: number;
  /** Why the first of these was not reverted. */
  readonly reason: string | null;
  /** The batch that the latest undo created. */
  readonly undoBatchId: string | null;
}
