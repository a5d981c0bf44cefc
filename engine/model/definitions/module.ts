import { Type, type Static } from 'typebox';
import { FieldName, Label, ModuleName, StableId, UserTypeSchema } from './common.ts';
import { ModuleValidationSchema } from './condition.ts';
import { DUPLICATE_ACTIONS, DUPLICATE_EXACTNESS } from './choices.ts';
import { FieldSchema } from './field.ts';
import { HomeListSchema, WorkItemsSchema } from './work.ts';

const RelationshipEnd = Type.Object({ name: ModuleName, label: Label }, { additionalProperties: false });

/**
 * A relationship `a_b` is a Relate named `a_b` on b (Many to Many: a MultiRelate). On a the relation has the same name and
 * the label 'Related B', and is never stored. It is part of the definition of its primary module (a).
 */
const RelationshipSchema = Type.Object(
  {
    id: StableId,
    name: FieldName,
    label: Label,
    type: Type.Union([Type.Literal('One to Many'), Type.Literal('Many to Many')]),
    primary_module: RelationshipEnd,
    related_module: RelationshipEnd,
    /** The Relate on the related module is required. */
    required: Type.Optional(Type.Boolean()),
    /**
     * The name of the relation on the primary module; absent: the relationship's own name. Required for a relationship of
     * a module with itself.
     */
    reverseName: Type.Optional(FieldName),
    /** Extra properties of the Relate field that it creates on the related module. */
    massUpdatable: Type.Optional(Type.Boolean()),
    readOnly: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);

/** A relation from a module to another one that is defined beside its fields. */
export type RelationshipDefinition = Static<typeof RelationshipSchema>;

export const SortSchema = Type.Object(
  { sortField: Type.String({ minLength: 1 }), sortOrder: Type.Union([Type.Literal('asc'), Type.Literal('desc')]) },
  { additionalProperties: false },
);

/** A sort key: the name of a field, and 'asc' or 'desc'. Records without a value are last in both orders. */
export type SortDefinition = Static<typeof SortSchema>;

/**
 * An additional endpoint of a module: below the module's path, for those who may read the module. It has either `terms`
 * and `result`, or `nextNumberOf`.
 */
const FinderSchema = Type.Object(
  {
    /**
     * Below the module's path, starting with a fixed segment: '/by-user/:user'; ':user' matches any text there. A read is
     * a GET, a deletion a DELETE.
     */
    path: Type.String({ maxLength: 200, pattern: '^/[A-Za-z][A-Za-z0-9-]*(/(:[a-z][A-Za-z0-9_]*|[A-Za-z0-9][A-Za-z0-9_-]*)){0,4}$' }),
    /**
     * A filter of the grammar. An operand ':user' is replaced by that segment of the path, parsed as a value of the field,
     * or by the property of that name in the body.
     */
    terms: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    /** Terms that are not in the path are read from the body, by name: a read is then a POST, a deletion a PUT. */
    usesBody: Type.Optional(Type.Boolean()),
    /**
     * A page of the records that match, or the first of them (404 if there is none). 'deletion': the matching records are
     * marked as deleted, each only if the caller may delete it.
     */
    result: Type.Optional(Type.Union([Type.Literal('page'), Type.Literal('record'), Type.Literal('deletion')])),
    /** The sort order; absent: the module's defaultSort. */
    sort: Type.Optional(SortSchema),
    /** A Number or AutoIncrement field: returns the next free number, `{ "<field>": n }`, without reserving it. */
    nextNumberOf: Type.Optional(FieldName),
    /**
     * A relation by which another module points to records of this module: a search (POST) over the records of the other
     * module, with the access rights of that module.
     */
    relation: Type.Optional(FieldName),
    /** The purpose of the endpoint, as shown in the API documentation. */
    summary: Label,
  },
  { additionalProperties: false },
);

/** An endpoint of a module in addition to the common ones: a search with parameters in its path. */
export type FinderDefinition = Static<typeof FinderSchema>;

/** A filter variable of the signed-in user: the record of this module that represents them. */
const UserVariableSchema = Type.Object(
  {
    /** Name of the variable in filters: 'my_partner' is written `{ "$": "my_partner" }`. Every module has its own. */
    name: Type.String({ maxLength: 64, pattern: '^[a-z][a-z0-9_]*$' }),
    /** The variable as shown to users: 'My partner'. */
    label: Label,
    /** A Relate to users: the record whose field refers to the signed-in user represents them; of several, any one. */
    field: FieldName,
    /** User types that have such a record; for all others the variable equals nothing. */
    userTypes: Type.Array(UserTypeSchema, { minItems: 1 }),
  },
  { additionalProperties: false },
);

/** A filter variable that a module declares: the record of the module that represents the user. */
export type UserVariable = Static<typeof UserVariableSchema>;

const ListViewName = Type.String({ maxLength: 64, pattern: '^[a-z][a-z0-9-]*$' });

const ListViewSchema = Type.Object(
  {
    /** Name in addresses: 'follow-up'. Unique in the module, and neither 'all' nor 'mine'. */
    name: ListViewName,
    label: Label,
    /** The records that it shows, as a filter. */
    filter: Type.Record(Type.String(), Type.Unknown()),
    /** The order that it opens with; absent: the order of the list. */
    sort: Type.Optional(SortSchema),
  },
  { additionalProperties: false },
);

/** A view of the list of a module that all of its users have. */
export type ListViewDefinition = Static<typeof ListViewSchema>;

/** Which records of a module are duplicates, and what happens to a save of one. */
const DuplicatesSchema = Type.Object(
  {
    /**
     * A record is a duplicate of another one if they have the same values in all fields of one of the rules. A record without a value in one
     * of them is not compared by that rule.
     */
    rules: Type.Array(
      Type.Object(
        {
          fields: Type.Array(FieldName, { minItems: 1, maxItems: 4, uniqueItems: true }),
          /**
           * `exact`: the values are the same character by character. `normalized`: letter case, accents and the punctuation of phones do not
           * matter. Of the addresses of an EmailAddress, one is the same.
           */
          exactness: Type.Enum([...DUPLICATE_EXACTNESS]),
        },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: 10 },
    ),
    /**
     * `warn`: the save is refused with the records that were found, and `?duplicates=allow` saves it nevertheless. `refuse`: it is always
     * refused.
     */
    action: Type.Enum([...DUPLICATE_ACTIONS]),
  },
  { additionalProperties: false },
);

/** The calendar of a module: a Date or DateTime at which its records begin, and one of the same type at which they end. */
const CalendarBySchema = Type.Object(
  {
    field: FieldName,
    end: Type.Optional(FieldName),
    /** A Dropdown whose option gives a record its color; absent: the status of the record. */
    color: Type.Optional(FieldName),
  },
  { additionalProperties: false },
);

/** The fields by which records repeat. The record is the first occurrence; calendars show the others. */
const RecurrenceSchema = Type.Object(
  {
    /** A TextField with a rule of RFC 5545: 'FREQ=WEEKLY;BYDAY=MO'. A record without one does not repeat. */
    rule: FieldName,
    /** A TextField with the IANA name of the time zone in which occurrences keep their local time. */
    zone: FieldName,
    /** A TextArea with the beginnings that do not occur: '20270310T150000Z', separated by commas. */
    excluded: FieldName,
    /** A Relate to the same module: the series that a record was separated from. */
    series: FieldName,
    /** A DateTime: the beginning that the record had in that series. */
    original: FieldName,
  },
  { additionalProperties: false },
);

const PageRoute = Type.String({ maxLength: 100, pattern: '^(/[A-Za-z0-9][A-Za-z0-9-]*){1,3}$' });

export const ModuleSchema = Type.Object(
  {
    id: StableId,
    name: ModuleName,
    /** Plural label, as in a menu: 'Tickets'. */
    label: Label,
    /** Singular label: 'Ticket'. */
    labelSingular: Label,
    description: Type.Optional(Type.String({ maxLength: 2000 })),
    /** Which default fields it gets in addition to those of every module. */
    kind: Type.Union([Type.Literal('plain'), Type.Literal('person'), Type.Literal('company'), Type.Literal('file')]),
    /** Path of its endpoints, such as '/api/tickets'; absent: '/api/' and its name in kebab case. */
    path: Type.Optional(Type.String({ pattern: '^/api/[A-Za-z0-9-]+$' })),
    /**
     * Path of its pages below the area of the user: '/books' for '/app/books'. Starts with none of dashboard, load, module,
     * user and x; absent: '/module/' and its name.
     */
    route: Type.Optional(PageRoute),
    /** Further paths of its pages, below which links to its records work too: '/books/detail' for '/app/books/detail/{id}'. */
    otherRoutes: Type.Optional(Type.Array(PageRoute, { maxItems: 10 })),
    icon: Type.Optional(Type.String()),
    team_enabled: Type.Optional(Type.Boolean()),
    /**
     * The definition of a locked module cannot be changed or removed: change-sets, the endpoints of definitions, the command `apply` and the
     * studio refuse it. Its records, its layouts, the rights of roles on it and the dropdowns of its fields can be changed. What the product or
     * a plugin locks stays locked; what an admin locks, an admin can unlock. Files of definitions and plugins can change it.
     */
    locked: Type.Optional(Type.Boolean()),
    active: Type.Optional(Type.Boolean()),
    custom: Type.Optional(Type.Boolean()),
    /** Administrators designed its fields; default: as `custom`. */
    customSchema: Type.Optional(Type.Boolean()),
    /** Names of the applications that show the module; absent: all. Stored for clients: the endpoints do not depend on it. */
    apps: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 100, uniqueItems: true })),
    deleted: Type.Optional(Type.Boolean()),
    /** The field that contains the display name of a record; default 'name'. */
    fieldForName: Type.Optional(FieldName),
    /**
     * Generates the name of a record without a name from its fields: '{product} – {customer|company}'. Relates
     * are replaced by the name of the other record, dropdowns by their label; of several fields the first one that is not
     * empty is used. A format may follow: '{bought:day}' is a day without its year ('Dec 6'), '{weight:number}' a number
     * without its unit.
     */
    name_template: Type.Optional(Type.String({ maxLength: 400, pattern: '\\{[a-z][^{}]*\\}' })),
    fields: Type.Array(FieldSchema, { maxItems: 500 }),
    relationships: Type.Optional(Type.Array(RelationshipSchema)),
    /** Rules for its records, checked when a record is created and when a field that the rule reads or names changes. */
    validations: Type.Optional(Type.Array(ModuleValidationSchema, { minItems: 1, maxItems: 100 })),
    defaultSort: Type.Optional(SortSchema),
    pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
    /**
     * Row rule per user type: a filter that limits the records that a user of this type can read, such as `{ "owner": {
     * "equals": { "$": "me" } } }`. The rule `*` is for users of every type without a rule of its own, except System Admins.
     */
    rowRules: Type.Optional(Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown()))),
    /** Filter and sort pairs in addition to those of the layouts, as lists of field names; each becomes an index ending in _id. */
    indexes: Type.Optional(Type.Array(Type.Array(Type.String(), { minItems: 1, maxItems: 4 }))),
    /**
     * Indexes that the module does not get although its layouts, relations or finders suggest them, as lists of field names:
     * saves are faster, and the queries that would use them are slower. A unique field, a list field and the default order
     * of a list keep their index.
     */
    withoutIndexes: Type.Optional(Type.Array(Type.Array(Type.String(), { minItems: 1, maxItems: 8 }), { maxItems: 100 })),
    /**
     * Its records are work to be done by users. The first pages list the open items of the user, and the menu shows in red
     * how many of them are due.
     */
    workItems: Type.Optional(WorkItemsSchema),
    /** Views of its list in addition to all and own records. Users who may not search by one of its fields do not have it. */
    listViews: Type.Optional(Type.Array(ListViewSchema, { minItems: 1, maxItems: 10 })),
    /**
     * The name of one of `listViews`: the list opens with it for a user who chose no view. Absent: with all records. Links with
     * a view or a filter, and the API, do not depend on it.
     */
    defaultListView: Type.Optional(ListViewName),
    /**
     * Which records are duplicates, in addition to the rules of plugins. Checked when a record is created and when one of the fields
     * changes; a user is told only about records and fields that they may see.
     */
    duplicates: Type.Optional(DuplicatesSchema),
    /** A Dropdown: the columns that a board of the records opens with. Absent: the status of the records, or the first Dropdown of the grid. */
    boardBy: Type.Optional(FieldName),
    /** What a calendar of the records opens with. Absent: the first date of the grid, and an end whose name matches it. */
    calendarBy: Type.Optional(CalendarBySchema),
    /**
     * How its records repeat, from the DateTime of `calendarBy`. Changes of single occurrences are saved as records of the module that
     * name their series: a hook of a plugin on the module excludes them from it.
     */
    recurrence: Type.Optional(RecurrenceSchema),
    /**
     * A unique field: creating a record by the API changes the record with the same value of this field, if there is one that
     * the caller may see.
     */
    upsertField: Type.Optional(FieldName),
    /**
     * Fields that limit a record to one value, empty for all: `search-for-one` with such a value also finds records without one, after
     * those with it.
     */
    narrowedBy: Type.Optional(Type.Array(FieldName, { minItems: 1, maxItems: 3 })),
    /** Lists of its records on the first page of the staff, for what needs attention. */
    homeLists: Type.Optional(Type.Array(HomeListSchema, { minItems: 1, maxItems: 10 })),
    /** Endpoints in addition to the common ones. */
    finders: Type.Optional(Type.Array(FinderSchema, { maxItems: 50 })),
    /** Its records are generated from the definitions of this kind; a write to one is a change-set with one item, published immediately. */
    mirrors: Type.Optional(Type.Literal('role')),
    /** A record of this module can represent a user. */
    userVariable: Type.Optional(UserVariableSchema),
    /** Every module gets a Relate to this module, with this name and label. Its id is 'std_' and the name. */
    fieldInEveryModule: Type.Optional(Type.Object({ fieldName: FieldName, label: Label }, { additionalProperties: false })),
    /** False: reports cannot use the module as a source. Default true. */
    reportSource: Type.Optional(Type.Boolean()),
    /** Names of its records can be read by all staff without access to the module (users, teams, roles). */
    namesReadable: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);

/** The definition of a module: its names, fields, relationships and rules. */
export type ModuleDefinition = Static<typeof ModuleSchema>;

/** The HTTP methods of finders. */
export type FinderMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The HTTP method of a finder: marking records as deleted is not a GET, and not every method has a body. */
export function getFinderMethod({ result, usesBody, relation }: Pick<FinderDefinition, 'result' | 'usesBody' | 'relation'>): FinderMethod {
  if (relation !== undefined) return 'POST';
  if (result === 'deletion') return usesBody === true ? 'PUT' : 'DELETE';
  return usesBody === true ? 'POST' : 'GET';
}
