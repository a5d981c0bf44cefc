import { Type, type Static } from 'typebox';
import { Label, ModuleName, StableId, UserTypeSchema } from './common.ts';
import { FIELD_ACCESS_LEVELS, HUES } from './choices.ts';
import { LAYOUT_APPS } from './layout-apps.ts';

export const DropdownSchema = Type.Object(
  {
    id: StableId,
    name: Type.String({ minLength: 1, maxLength: 100 }),
    options: Type.Array(
      Type.Object(
        {
          label: Label,
          value: Type.String({ minLength: 1, maxLength: 200 }),
          hue: Type.Optional(Type.Enum([...HUES])),
          /** The exact colors, as hex values: of marks and edges, and of areas. Texts have the colors of the theme, by `hue`. */
          colors: Type.Optional(
            Type.Object(
              { primary: Type.String({ pattern: '^#[0-9a-f]{6}$' }), secondary: Type.String({ pattern: '^#[0-9a-f]{6}$' }) },
              { additionalProperties: false },
            ),
          ),
          /** What the option means, in a legend. */
          meaning: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
          /** Still valid in records that have it, no longer offered. */
          retired: Type.Optional(Type.Boolean()),
        },
        { additionalProperties: false },
      ),
      { maxItems: 2000 },
    ),
  },
  { additionalProperties: false },
);

/** The options of Dropdown and MultiSelect fields, at most 2,000: a label, the stored value, and a color. */
export type DropdownDefinition = Static<typeof DropdownSchema>;

/** The records that a filter matches, of those that teams and row rules of the module allow: `{ "filter": { "state": "open" } }`. */
const RowRuleSchema = Type.Object({ filter: Type.Record(Type.String(), Type.Unknown()) }, { additionalProperties: false });

/** A level of a role: the records that a filter matches. The filter may use variables, such as `{ "$": "my_teams" }`. */
export type RowRule = Static<typeof RowRuleSchema>;

const Level = Type.Union([Type.Literal('All'), Type.Literal('Owner'), Type.Literal('None'), RowRuleSchema]);

const ModuleAccessSchema = Type.Object(
  {
    access: Type.Optional(Type.Boolean()),
    create: Type.Optional(Type.Boolean()),
    mass_update: Type.Optional(Type.Boolean()),
    export: Type.Optional(Type.Boolean()),
    /** May put records in teams that the user does not belong to; for modules whose records belong to teams. */
    assign_any_team: Type.Optional(Type.Boolean()),
    /**
     * The records that may be read: 'All' that teams and row rules allow, 'Owner' those assigned to the user, or `{ "filter": … }`: those
     * of 'All' that a filter matches. Absent: none. Rights of several roles are joined: a record that one of them gives is visible.
     */
    view: Type.Optional(Type.Union([Type.Literal('All'), Type.Literal('Owner'), RowRuleSchema])),
    /** The visible records that may be changed, as they are stored; values as in `view`, or 'None'. */
    edit: Type.Optional(Level),
    /** The visible records that may be deleted; values as in `edit`. */
    delete: Type.Optional(Level),
  },
  { additionalProperties: false },
);

export type ModuleAccess = Static<typeof ModuleAccessSchema>;

export const RoleSchema = Type.Object(
  {
    id: StableId,
    name: Type.String({ minLength: 1, maxLength: 100 }),
    description: Type.Optional(Type.String({ maxLength: 2000 })),
    /** Levels by module name; the role gives no access to a module that is not listed. */
    module_access: Type.Record(ModuleName, ModuleAccessSchema),
    /** Levels by module name and field name; absent: read-write. */
    field_access: Type.Optional(Type.Record(ModuleName, Type.Record(Type.String(), Type.Enum([...FIELD_ACCESS_LEVELS])))),
    /** Modules whose sensitive fields the role may read as plaintext. */
    sensitive_access: Type.Optional(Type.Array(ModuleName)),
    /** Names of permissions of plugins that the role grants, such as 'tickets.merge'. */
    permissions: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 1000, uniqueItems: true })),
  },
  { additionalProperties: false },
);

/** A role: rights on modules and fields, and permissions. */
export type RoleDefinition = Static<typeof RoleSchema>;

export const SettingSchema = Type.Object(
  {
    id: StableId,
    name: Label,
    key: Type.String({ minLength: 1, maxLength: 100, pattern: '^[a-z][a-z0-9_-]*$' }),
    setting: Type.Unknown(),
    /**
     * JSON Schema (draft 7) of the value, without title, description and default: those are `name`, `description`, and the value in the
     * file. Absent: any value, which admins change by the API alone.
     */
    schema: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    section: Type.Optional(Type.String()),
    description: Type.Optional(Type.String()),
    /** Readable by every signed-in user (and, for sign-in, by everyone). */
    public: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);

/** A setting of the product, with its value. */
export type SettingDefinition = Static<typeof SettingSchema>;

export const MenuSchema = Type.Object(
  {
    id: StableId,
    name: Type.String({ minLength: 1 }),
    /** User types that see it; a user gets the first menu that includes their type. */
    userTypes: Type.Array(UserTypeSchema, { minItems: 1 }),
    /**
     * 'administration': its items are added to the menu of the administration, each group to the one with its id (such as `users`,
     * `reporting` or `settings`) or as a new one. Absent: the menu of the user types.
     */
    area: Type.Optional(Type.Literal('administration')),
    /** The application of these users: they get the layouts that are made for it. Default: 'main'. */
    app: Type.Optional(Type.Union(LAYOUT_APPS.map((app) => Type.Literal(app)))),
    groups: Type.Array(
      Type.Object(
        {
          id: StableId,
          label: Type.Optional(Label),
          items: Type.Array(
            Type.Object(
              {
                id: StableId,
                label: Label,
                icon: Type.String(),
                /** A module (shown only to users with access to it), or a route. */
                module: Type.Optional(ModuleName),
                route: Type.Optional(Type.String({ pattern: '^/' })),
                /** Further addresses of an item of the administration, as they are below `/admin/`: 'store-orders'. Default none. */
                aliases: Type.Optional(Type.Array(Type.String({ pattern: '^[a-z][a-z0-9/-]*$', maxLength: 100 }), { maxItems: 20 })),
                /** Opened in a new window; default: in the same one. */
                newWindow: Type.Optional(Type.Boolean()),
              },
              { additionalProperties: false },
            ),
          ),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
);

/** The menu of the users of some types. */
export type MenuDefinition = Static<typeof MenuSchema>;
