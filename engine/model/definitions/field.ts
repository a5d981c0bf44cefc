import { Type, type Static } from 'typebox';
import { FieldName, Label, ModuleName, StableId } from './common.ts';

/** The 25 field input types of the specification, in its spelling. */
export const INPUT_TYPES = [
  'Address', 'Array', 'AutoIncrement', 'Checkbox', 'Currency', 'Date', 'DateTime', 'Dropdown', 'EmailAddress',
  'File', 'FlexRelate', 'ListField', 'MessageListField', 'Module', 'MultiFlexRelate', 'MultiModule', 'MultiRelate',
  'MultiSelect', 'Number', 'Object', 'Phone', 'Relate', 'TextArea', 'TextField', 'Url',
] as const;

export type InputType = (typeof INPUT_TYPES)[number];

/**
 * What the parent's value must be for a dependent field to be shown (`fieldsToTrigger`). One shape a kind of parent:
 * text contains; dates by operator, named span or signed days from today; numbers; dropdown membership; multi-select
 * all included; relate id; address parts; checkbox equal to the text 'true' or 'false'.
 */
const TriggerSchema = Type.Union([
  Type.Object({ kind: Type.Literal('text'), contains: Type.String({ minLength: 1 }) }, { additionalProperties: false }),
  Type.Object({ kind: Type.Literal('date'), operator: Type.Union([Type.Literal('Before'), Type.Literal('After')]), value: Type.String() }, { additionalProperties: false }),
  Type.Object({ kind: Type.Literal('date'), operator: Type.Literal('Between'), value: Type.String(), valueEnd: Type.String() }, { additionalProperties: false }),
  Type.Object({ kind: Type.Literal('date'), span: Type.Union([Type.Literal('last_year'), Type.Literal('this_year'), Type.Literal('this_month'), Type.Literal('last_month')]) }, { additionalProperties: false }),
  Type.Object({ kind: Type.Literal('date'), days: Type.Integer({ minimum: -36500, maximum: 36500 }) }, { additionalProperties: false }),
  Type.Object({ kind: Type.Literal('number'), operator: Type.Union([Type.Literal('Less'), Type.Literal('Greater'), Type.Literal('Equals')]), value: Type.Number() }, { additionalProperties: false }),
  Type.Object({ kind: Type.Literal('number'), operator: Type.Literal('Between'), value: Type.Number(), valueEnd: Type.Number() }, { additionalProperties: false }),
  Type.Object({ kind: Type.Literal('dropdown'), in: Type.Array(Type.String(), { minItems: 1 }) }, { additionalProperties: false }),
  Type.Object({ kind: Type.Literal('multi-select'), all: Type.Array(Type.String(), { minItems: 1 }) }, { additionalProperties: false }),
  Type.Object({ kind: Type.Literal('relate'), id: Type.String({ minLength: 1 }) }, { additionalProperties: false }),
  Type.Object({ kind: Type.Literal('address'), parts: Type.Object({ street: Type.Optional(Type.String()), city: Type.Optional(Type.String()), state: Type.Optional(Type.String()), zip: Type.Optional(Type.String()) }, { additionalProperties: false, minProperties: 1 }) }, { additionalProperties: false }),
  Type.Object({ kind: Type.Literal('checkbox'), equals: Type.Union([Type.Literal('true'), Type.Literal('false')]) }, { additionalProperties: false }),
]);

export type Trigger = Static<typeof TriggerSchema>;

/**
 * Options that follow a parent (a Dropdown or a Checkbox): by the parent's value ('true' and 'false' of a checkbox) the
 * values that may be chosen. A value of the parent that is not named here, and none at all, leave every option open.
 */
const OptionsBySchema = Type.Object(
  { field: FieldName, options: Type.Record(Type.String({ minLength: 1 }), Type.Array(Type.String(), { maxItems: 2000 }), { minProperties: 1 }) },
  { additionalProperties: false },
);

export type OptionsBy = Static<typeof OptionsBySchema>;

/** A named validator with its options, such as `{ name: 'minimumAge', options: { years: 14 } }`. */
const ValidatorUseSchema = Type.Object(
  { name: Type.String({ minLength: 1 }), options: Type.Optional(Type.Record(Type.String(), Type.Unknown())) },
  { additionalProperties: false },
);

export type ValidatorUse = Static<typeof ValidatorUseSchema>;

/** A value that the entries of a list have, by its name in them, and how it is filled in. */
const EntryColumnSchema = Type.Object(
  { name: Type.String({ minLength: 1, maxLength: 64 }), kind: Type.Union([Type.Literal('text'), Type.Literal('number'), Type.Literal('checkbox')]) },
  { additionalProperties: false },
);

export const FieldSchema = Type.Object(
  {
    id: StableId,
    fieldName: FieldName,
    label: Label,
    inputType: Type.Enum([...INPUT_TYPES]),
    /** A field type that a plugin adds: rules of its own for values of this input type. */
    fieldType: Type.Optional(Type.String({ maxLength: 64, pattern: '^[a-z][a-z0-9-]*$' })),
    description: Type.Optional(Type.String({ maxLength: 2000 })),
    /** Name of the dropdown whose values a Dropdown or MultiSelect takes. */
    dropdown: Type.Optional(Type.String()),
    /** The module a Relate or MultiRelate points to; the modules a FlexRelate may point to (absent: any). */
    ref: Type.Optional(Type.Union([ModuleName, Type.Array(ModuleName, { minItems: 1 })])),
    default: Type.Optional(Type.Unknown()),
    /** Key of the setting whose value is the default of a Dropdown or MultiSelect, as far as the dropdown has it; `default` where it has nothing. */
    defaultSetting: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    required: Type.Optional(Type.Boolean()),
    /** The message where a required value is missing, in place of the label and 'is required'. */
    requiredText: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    massUpdatable: Type.Optional(Type.Boolean()),
    /** Shown only while the parent's value matches `fieldsToTrigger`. */
    dependent: Type.Optional(Type.Boolean()),
    parentField: Type.Optional(FieldName),
    fieldsToTrigger: Type.Optional(TriggerSchema),
    /** Dropdown, MultiSelect: which values may be chosen depends on another field of the module. */
    optionsBy: Type.Optional(OptionsBySchema),
    /** TextField that holds a US ZIP: the fields that a form fills from it. */
    zipFills: Type.Optional(Type.Object({ city: Type.Optional(FieldName), state: Type.Optional(FieldName) }, { additionalProperties: false, minProperties: 1 })),
    /** TextField, ListField: its texts are US ZIPs, so that it is found by how far they lie from a place, as one with `zipFills` is anyway. */
    holdsZips: Type.Optional(Type.Boolean()),
    textAreaRowCount: Type.Optional(Type.Integer({ minimum: 1, maximum: 40 })),
    deleted: Type.Optional(Type.Boolean()),
    validators: Type.Optional(Type.Array(ValidatorUseSchema)),
    /** The terms of `smart-search` and quick search are matched here; text, phone, e-mail and address fields only. Indexed for "contains". */
    searchable: Type.Optional(Type.Boolean()),
    /** Set by the system or a plugin; no caller may write it. */
    readOnly: Type.Optional(Type.Boolean()),
    /** A plugin's own bookkeeping: stored and found like any field, but it is never returned and no caller can name it. */
    internal: Type.Optional(Type.Boolean()),
    /** Encrypted at rest, masked, out of logs, search and export unless a role says so. */
    sensitive: Type.Optional(Type.Boolean()),
    /** No two records of the module may hold the same value. */
    unique: Type.Optional(Type.Boolean()),
    /** Unit of a number for people, such as 'hours'. */
    unit: Type.Optional(Type.String({ maxLength: 40 })),
    minimum: Type.Optional(Type.Number()),
    maximum: Type.Optional(Type.Number()),
    /** Number: false writes its digits without separators of thousands, as years are written. Default true. */
    grouped: Type.Optional(Type.Boolean()),
    /** Number: hours that people read as hours and minutes, 37.5 as 37:30. */
    clock: Type.Optional(Type.Boolean()),
    /** Array: what its entries are made of, so that an empty list too is filled in as a table. Entries may hold more. */
    entryColumns: Type.Optional(Type.Array(EntryColumnSchema, { minItems: 1, maxItems: 12 })),
    /** Number: integers only. */
    integer: Type.Optional(Type.Boolean()),
    placeholder: Type.Optional(Type.String({ maxLength: 200 })),
  },
  { additionalProperties: false },
);

export type FieldDefinition = Static<typeof FieldSchema>;
