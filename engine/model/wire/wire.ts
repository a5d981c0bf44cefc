import type {
  DropdownDefinition,
  LayoutDefinition,
  LayoutView,
  MenuDefinition,
  ModuleDefinition,
  ModuleValidation,
  SortDefinition,
  UserType,
  FieldDefinition,
  InputType,
} from '../definitions/index.ts';
import type { SchemaType } from '../field-types/field-type.ts';
import type { FilterOperator } from '../filter/operators.ts';
import type { JsonValue } from '../values/json.ts';

/** The rights of the signed-in user for a module. */
export interface ModuleRightsView {
  readonly access: boolean;
  readonly create: boolean;
  readonly mass_update: boolean;
  readonly export: boolean;
  readonly view: 'All' | 'Owner' | 'None';
  readonly edit: 'All' | 'Owner' | 'None';
  readonly delete: 'All' | 'Owner' | 'None';
}

/** The rights of the signed-in user for a field: on all records, on their own, or none. */
export interface FieldRightsView {
  readonly read: 'all' | 'owner' | 'none';
  readonly write: 'all' | 'owner' | 'none';
}

/** A field for the client: its definition, resolved. Fields that the user may never read are omitted. */
export interface FieldView extends Omit<FieldDefinition, 'ref'> {
  /** Its input type and schema type; the server always sends it. */
  readonly type?: { readonly inputType: InputType; readonly schemaType: SchemaType };
  /** Modules that a relate field may point to; empty: any. */
  readonly refs: readonly string[];
  readonly system: boolean;
  readonly rights: FieldRightsView;
  /** Whether it can be sorted and filtered by (depends on rights and type). */
  readonly sortable: boolean;
  readonly filterable: boolean;
  /** The filter operators for this user; the parts of an Address have those of text. */
  readonly operators?: readonly FilterOperator[];
}

/** A relation to another module that the user has access to. */
export interface RelationView {
  readonly name: string;
  readonly label: string;
  readonly direction: 'forward' | 'reverse';
  readonly modules: readonly string[];
  readonly fieldName: string;
  readonly many: boolean;
  readonly flex: boolean;
}

/** `GET /api/ss-modules/by-name/{name}`: everything that generated screens need of a module, for this user. */
export interface ModuleView {
  readonly _id: string;
  readonly name: string;
  readonly label: string;
  readonly labelSingular: string;
  readonly description: string;
  readonly icon: string;
  readonly path: string;
  readonly teamEnabled: boolean;
  readonly nameField: string;
  readonly version: number;
  readonly fields: readonly FieldView[];
  readonly relations: readonly RelationView[];
  readonly layouts: { readonly [view in LayoutView]?: LayoutDefinition };
  readonly dropdowns: { readonly [name: string]: DropdownDefinition };
  /** The validation rules of the module; those of a field are part of the field. */
  readonly validations?: readonly ModuleValidation[];
  readonly rights: ModuleRightsView;
  readonly defaultSort: SortDefinition;
  readonly pageSize: number;
  /** The definition itself, for admins. */
  readonly definition?: ModuleDefinition;
}

/** A summary of a module: for menus, relate fields and links. */
export interface ModuleSummary {
  readonly _id: string;
  readonly name: string;
  readonly label: string;
  readonly labelSingular: string;
  readonly icon: string;
  readonly path: string;
  readonly nameField: string;
  /** Path of its pages below the area of the user, such as `/module/books` for `/app/module/books`. */
  readonly route: string;
  /** Further paths of its pages; absent: none. */
  readonly otherRoutes?: readonly string[];
  readonly rights: ModuleRightsView;
  /** Set if its records are uploaded files, with the field `path`. */
  readonly files?: true;
  /** Set if its records are work to be done, and the user may filter by assignee and due date. */
  readonly workItems?: NonNullable<ModuleDefinition['workItems']>;
}

/** The signed-in user, as returned by sign-in, refresh and the shell endpoint. */
export interface SessionUser {
  readonly _id: string;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly userType: UserType;
  readonly roles: readonly string[];
  readonly teams: readonly string[];
  readonly disableTimeout: boolean;
}

/** `POST /api/users/login`, `POST /api/auth/refresh` and `completeRegistration`. */
export interface SignInResponse {
  readonly user: SessionUser;
  readonly token: string;
  readonly teams: readonly { readonly _id: string; readonly name: string }[];
  readonly status: boolean;
  readonly error: string | null;
}

/** A filter variable that a module declares: the record of that module that represents the user. */
export interface UserVariableView {
  /** Its name in filters, such as 'my_partner'. */
  readonly name: string;
  readonly label: string;
  readonly module: string;
}

/** `GET /api/shell`: everything that the application frame needs after sign-in, in one response. */
export interface ShellView {
  readonly user: SessionUser;
  readonly teams: readonly { readonly _id: string; readonly name: string }[];
  readonly roles: readonly { readonly _id: string; readonly name: string }[];
  /** Only items that the user may open. */
  readonly menu: MenuDefinition;
  readonly modules: readonly ModuleSummary[];
  /** Settings marked public, by key. */
  readonly settings: { readonly [key: string]: JsonValue };
  /** Filter variables of the signed-in user that modules declare, beside `me` and `my_teams`. */
  readonly userVariables: readonly UserVariableView[];
  /** Whether the user is staff: of a type in the setting `staff_user_types`, or a System Admin. */
  readonly isStaff: boolean;
  readonly definitionsVersion: number;
}

/** The body of every error. */
export interface ErrorBody {
  readonly error: string;
  readonly code: string;
  readonly details: readonly { readonly field: string; readonly code: string; readonly message: string }[];
  readonly [data: string]: unknown;
}

/** A populated relate. `open: false`: the user may read the name but not open the record. `hidden`: not even the name. */
export type PopulatedRelate =
  | { readonly _id: string; readonly name: string; readonly module?: string; readonly open: boolean }
  | { readonly _id: string; readonly hidden: true; readonly module?: string };

/** `GET /api/recently-seen` and favourites. */
export interface RecordLink {
  readonly module: string;
  readonly _id: string;
  readonly name: string;
  readonly at: string;
}

/** `GET /api/batches/{id}/undo`: the progress of undoing a batch. */
export interface UndoProgress {
  /** `none`: never requested. `stopped`: interrupted, continues when requested again. `open`: finished, some records were not undone. */
  readonly state: 'none' | 'running' | 'stopped' | 'open' | 'done';
  /** Records of the batch; records that the latest undo reverted; records that it did not revert. */
  readonly total: number;
  readonly undone: number;
  readonly left: number;
  /** Why the first of these was not reverted. */
  readonly reason: string | null;
  /** The batch that the latest undo created. */
  readonly undoBatchId: string | null;
}
