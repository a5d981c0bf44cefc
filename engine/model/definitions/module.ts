import { Type, type Static } from 'typebox';
import { FieldName, Label, ModuleName, StableId } from './common.ts';
import { ModuleValidationSchema } from './condition.ts';
import { FieldSchema } from './field.ts';

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

export type RelationshipDefinition = Static<typeof RelationshipSchema>;

export const SortSchema = Type.Object(
  { sortField: Type.String({ minLength: 1 }), sortOrder: Type.Union([Type.Literal('asc'), Type.Literal('desc')]) },
  { additionalProperties: false },
);

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

export type FinderDefinition = Static<typeof FinderSchema>;

export const ModuleSchema = Type.Object(
  {
    id: StableId,
    name: ModuleName,
    /** Plural label, as in a menu: 'Leads'. */
    label: Label,
    /** Singular label: 'Lead'. */
    labelSingular: Label,
    description: Type.Optional(Type.String({ maxLength: 2000 })),
    /** Which default fields it gets in addition to those of every module. */
    kind: Type.Union([Type.Literal('plain'), Type.Literal('person'), Type.Literal('company'), Type.Literal('file')]),
    /** Path of its endpoints, such as '/api/leads'; absent: '/api/' and its name in kebab case. */
    path: Type.Optional(Type.String({ pattern: '^/api/[A-Za-z0-9-]+$' })),
    icon: Type.Optional(Type.String()),
    team_enabled: Type.Optional(Type.Boolean()),
    /** The definition of a locked module cannot be edited in the studio. */
    locked: Type.Optional(Type.Boolean()),
    active: Type.Optional(Type.Boolean()),
    custom: Type.Optional(Type.Boolean()),
    deleted: Type.Optional(Type.Boolean()),
    /** The field that contains the display name of a record; default 'name'. */
    fieldForName: Type.Optional(FieldName),
    /**
     * Generates the name of a record without a name from its fields: '{leads_subs} – {jobs_subs|accounts_subs}'. Relates
     * are replaced by the name of the other record, dropdowns by their label; of several fields the first one that is not
     * empty is used.
     */
    name_template: Type.Optional(Type.String({ maxLength: 400, pattern: '\\{[a-z][^{}]*\\}' })),
    fields: Type.Array(FieldSchema, { maxItems: 500 }),
    relationships: Type.Optional(Type.Array(RelationshipSchema)),
    /** Rules for its records, checked when a record is created and when a field that the rule reads or names changes. */
    validations: Type.Optional(Type.Array(ModuleValidationSchema, { minItems: 1, maxItems: 100 })),
    defaultSort: Type.Optional(SortSchema),
    pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
    /**
     * Row rule per user type: a filter that limits the records that a user of this type can read, such as `{ "_id": {
     * "equals": { "$": "my_provider" } } }`.
     */
    rowRules: Type.Optional(Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown()))),
    /** Filter and sort pairs in addition to those of the layouts, as lists of field names; each becomes an index ending in _id. */
    indexes: Type.Optional(Type.Array(Type.Array(Type.String(), { minItems: 1, maxItems: 4 }))),
    /** Endpoints in addition to the common ones. */
    finders: Type.Optional(Type.Array(FinderSchema, { maxItems: 50 })),
    /** Its records are generated from the definitions of this kind; a write to one is a change-set with one item, published immediately. */
    mirrors: Type.Optional(Type.Literal('role')),
    /** Names of its records can be read by all staff without access to the module (users, teams, roles). */
    namesReadable: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);

export type ModuleDefinition = Static<typeof ModuleSchema>;
