import { Type, type Static } from 'typebox';
import { FieldName } from './common.ts';

/**
 * A condition in JSON Logic: a rule with one operator, such as `{ "==": [{ "var": "record.status" }, "closed"] }`, or true or
 * false. It reads the new values (`record.<field>`), those before the change (`old.<field>`), `user._id`, `user.userType`,
 * `user.roles` (names), `user.teams` (ids), `today`, `now` and `timeZone`.
 */
export const ConditionSchema = Type.Union([
  Type.Boolean(),
  Type.Record(Type.String(), Type.Unknown(), { minProperties: 1, maxProperties: 1 }),
]);

/** A condition in JSON Logic, or true or false: see `ConditionSchema`, and CONDITIONS.md for operators and limits. */
export type Condition = Static<typeof ConditionSchema>;

const Message = Type.String({ minLength: 1, maxLength: 500 });

/** A rule for the value of a field: the condition that must hold, and the message shown at the field if it does not. */
export const FieldValidationSchema = Type.Object({ condition: ConditionSchema, message: Message }, { additionalProperties: false });

/** A rule for a record: its message is shown at `fields`, or above the form if there are none. */
export const ModuleValidationSchema = Type.Object(
  { condition: ConditionSchema, message: Message, fields: Type.Optional(Type.Array(FieldName, { minItems: 1, maxItems: 20 })) },
  { additionalProperties: false },
);

/** A validation rule of a module: a condition that its records must meet, and the message if they do not. */
export type ModuleValidation = Static<typeof ModuleValidationSchema>;

/**
 * What some values of a Dropdown require. While a record has one of them, the required fields must have a value; this is
 * checked when the Dropdown, one of the required fields or a field of `when` changes.
 */
export const TransitionRequirementSchema = Type.Object(
  {
    /** The values that require it. */
    to: Type.Array(Type.String({ minLength: 1 }), { minItems: 1, maxItems: 100 }),
    /** It applies only while this condition is true; absent: always. */
    when: Type.Optional(ConditionSchema),
    /** The fields that must have a value; none: `hint` and `message` are shown, and nothing is required. */
    requires: Type.Array(FieldName, { maxItems: 20 }),
    /** A few words next to the value, such as 'Needs reason'. */
    hint: Type.Optional(Type.String({ minLength: 1, maxLength: 60 })),
    /** The error message of a save without the required values, also shown above them before the save. */
    message: Message,
    /**
     * The message that stops a mass update which sets the value without the required fields. Absent: it is sent, and records
     * without them are refused one by one.
     */
    massUpdateMessage: Type.Optional(Message),
    /** The error code of such a save; absent: `validation_failed`. */
    code: Type.Optional(Type.String({ maxLength: 64, pattern: '^[a-z][a-z0-9_]*$' })),
  },
  { additionalProperties: false },
);

export type TransitionRequirementDefinition = Static<typeof TransitionRequirementSchema>;
