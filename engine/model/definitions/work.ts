import { Type, type Static } from 'typebox';
import { FieldName, Label, StableId, UserTypeSchema } from './common.ts';

const Filter = Type.Record(Type.String(), Type.Unknown());
const Values = Type.Record(FieldName, Type.Unknown(), { minProperties: 1 });
const UserTypes = Type.Array(UserTypeSchema, { minItems: 1 });

export const WorkItemsSchema = Type.Object(
  {
    /** The Relate to the user whose work it is; absent: every item that a user may see is theirs. */
    assignee: Type.Optional(FieldName),
    /** User types whose work it is; absent: all. */
    userTypes: Type.Optional(UserTypes),
    /** The Date or DateTime by which it is to be done. */
    due: FieldName,
    /** A filter that matches the items that are not done: `{ "not": { "status": "Done" } }`. */
    open: Filter,
    /** A filter that matches the items that others work on: neither open nor done. Absent: there are none. */
    waiting: Type.Optional(Filter),
    /** A filter that matches the items that the figures of the first page count; absent: all. */
    counted: Type.Optional(Filter),
    /** A Relate or FlexRelate to the person or record that the item is about. */
    about: Type.Optional(FieldName),
    /** Values by field that end the item, for a button on the first page; absent: it has none. */
    done: Type.Optional(Values),
    /** The text field with the reason why the item is open again, shown above what is to be done. */
    note: Type.Optional(FieldName),
    /** The File field that the user fills to do the item: the pages of the item offer the upload. */
    file: Type.Optional(FieldName),
  },
  { additionalProperties: false },
);

/** Which records of a module are work to be done, and by whom. */
export type WorkItemsDefinition = Static<typeof WorkItemsSchema>;

export const HomeListSchema = Type.Object(
  {
    id: StableId,
    /** The title: 'Approvals waiting'. */
    label: Label,
    /** 'main': what users do next; 'side': what they should know. */
    place: Type.Union([Type.Literal('main'), Type.Literal('side')]),
    /** Lists are sorted by it within their place; default 0. */
    order: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000 })),
    /** User types that get the list; absent: all. */
    userTypes: Type.Optional(UserTypes),
    /** A filter of the grammar: the records of the list. A user who may not filter by all of its fields does not get the list. */
    filter: Filter,
    /** The date or date-time of a line, by which the list is sorted, the earliest first. */
    date: FieldName,
    /** What the date means: the day by which something is due or ends, or the day since when something waits. Default 'due'. */
    dateIs: Type.Optional(Type.Union([Type.Literal('due'), Type.Literal('since')])),
    /** Days after which waiting is late, for `dateIs: 'since'`. */
    lateAfterDays: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
    /** A Relate or FlexRelate to the person that the record is about; absent: the record is the person. */
    about: Type.Optional(FieldName),
    /** Fields whose values describe the record. */
    details: Type.Optional(Type.Array(FieldName, { minItems: 1, maxItems: 3 })),
    /** The text field with the next action. */
    action: Type.Optional(FieldName),
    /** Buttons, each of which sets values. */
    choices: Type.Optional(
      Type.Array(Type.Object({ label: Label, set: Values }, { additionalProperties: false }), { minItems: 1, maxItems: 3 }),
    ),
    /** The user may move the date to a later day. */
    snooze: Type.Optional(Type.Boolean()),
    /** Values by field that the button with the check mark sets when the next action is done, null to clear one; absent: it has none. */
    done: Type.Optional(Values),
  },
  { additionalProperties: false },
);

/** A list of records on the first page that needs attention. */
export type HomeListDefinition = Static<typeof HomeListSchema>;
