import { Type, type Static } from 'typebox';
import { FieldName, Label, ModuleName, StableId } from './common.ts';
import { FieldSchema } from './field.ts';

const RelationshipEnd = Type.Object({ name: ModuleName, label: Label }, { additionalProperties: false });

/**
 * A relationship `a_b` is a Relate named `a_b` on b (Many to Many: a MultiRelate); from a it is reached under the same
 * name, labelled 'Related B', and never stored there. It is written in the definition of its primary module (a).
 */
const RelationshipSchema = Type.Object(
  {
    id: StableId,
    name: FieldName,
    label: Label,
    type: Type.Union([Type.Literal('One to Many'), Type.Literal('Many to Many')]),
    primary_module: RelationshipEnd,
    related_module: RelationshipEnd,
    /** The Relate on the related module must be filled. */
    required: Type.Optional(Type.Boolean()),
    /** The name under which the primary end is reached; absent: the relationship's own. One of a module with itself needs it. */
    reverseName: Type.Optional(FieldName),
    /** Extra properties of the Relate field it makes on the related module. */
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
 * An endpoint of a module beside the common ones: below the module's path, for those who may read the module. It says either
 * `terms` and `result`, or `next`.
 */
const FinderSchema = Type.Object(
  {
    /** Below the module's path, beginning with a fixed word: '/by-user/:user'; ':user' stands for any text there. A reading is a GET, a deletion a DELETE. */
    path: Type.String({ maxLength: 200, pattern: '^/[A-Za-z][A-Za-z0-9-]*(/(:[a-z][A-Za-z0-9_]*|[A-Za-z0-9][A-Za-z0-9_-]*)){0,4}$' }),
    /** A filter of the grammar; an operand ':user' stands for that part of the path, read as the field's values are written, or for what the body holds under this name. */
    terms: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    /** What the path does not name stands in the body under its own name: a reading is then a POST, a deletion a PUT. */
    body: Type.Optional(Type.Boolean()),
    /** A page of the records that match, or the first of them (else 404). 'deletion': those that match are marked deleted, each by the right to delete it. */
    answer: Type.Optional(Type.Union([Type.Literal('page'), Type.Literal('record'), Type.Literal('deletion')])),
    /** The order; absent: the module's defaultSort. */
    sort: Type.Optional(SortSchema),
    /** A Number or AutoIncrement field: returns the next free number, `{ "<field>": n }`, and reserves nothing. */
    next: Type.Optional(FieldName),
    /** A relation by which others point to records of this module: a search (POST) among all those others, by the rights of their module. */
    relation: Type.Optional(FieldName),
    /** What the endpoint is for, as shown in the API documents. */
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
    /** Which default fields it gets beside those of every module. */
    kind: Type.Union([Type.Literal('plain'), Type.Literal('person'), Type.Literal('company'), Type.Literal('file')]),
    /** Path of its endpoints, such as '/api/leads'; absent: '/api/' and its name in kebab case. */
    path: Type.Optional(Type.String({ pattern: '^/api/[A-Za-z0-9-]+$' })),
    icon: Type.Optional(Type.String()),
    team_enabled: Type.Optional(Type.Boolean()),
    /** A locked module's definition is not editable in the studio. */
    locked: Type.Optional(Type.Boolean()),
    active: Type.Optional(Type.Boolean()),
    custom: Type.Optional(Type.Boolean()),
    deleted: Type.Optional(Type.Boolean()),
    /** The field that names a record for people; default 'name'. */
    fieldForName: Type.Optional(FieldName),
    /**
     * Makes the name of a record that has none, from its fields: '{leads_subs} – {jobs_subs|accounts_subs}'. Relates stand
     * for the name of the other record, dropdowns for their label; of several fields the first that holds something.
     */
    name_template: Type.Optional(Type.String({ maxLength: 400, pattern: '\\{[a-z][^{}]*\\}' })),
    fields: Type.Array(FieldSchema, { maxItems: 500 }),
    relationships: Type.Optional(Type.Array(RelationshipSchema)),
    defaultSort: Type.Optional(SortSchema),
    pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
    /** Row rule per user type: a filter of the grammar that limits what a reader of this type sees, such as `{ "_id": { "equals": { "$": "my_provider" } } }`. */
    rowRules: Type.Optional(Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown()))),
    /** Filter + sort pairs beside those of the layouts, as lists of field names; each becomes an index ending in _id. */
    indexes: Type.Optional(Type.Array(Type.Array(Type.String(), { minItems: 1, maxItems: 4 }))),
    /** Endpoints beside the common ones. */
    lookups: Type.Optional(Type.Array(FinderSchema, { maxItems: 50 })),
    /** Its records are made from the definitions of this kind; a write to one is a one-item change-set, published at once. */
    mirrors: Type.Optional(Type.Literal('role')),
    /** Names of all staff can be read without access to the module (users, teams, roles). */
    namesReadable: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);

export type ModuleDefinition = Static<typeof ModuleSchema>;
