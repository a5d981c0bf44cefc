import { Type, type Static, type TSchema } from 'typebox';
import { FieldName, Label, ModuleName, StableId } from './common.ts';
import { FormulaSchema, RollUpSchema } from './calculation.ts';
import { ConditionSchema, FieldValidationSchema, TransitionRequirementSchema } from './condition.ts';
import { COLUMN_INPUT_TYPES, DATE_CHOICES, FIELD_NOTIFICATIONS, INPUT_TYPES } from './choices.ts';

/**
 * The value of the parent for which a dependent field is shown (`fieldsToTrigger`). One variant per kind of parent: text
 * contains; dates by operator, named span or signed days from today; numbers; dropdown membership; multi-select all
 * included; relate id; address parts; checkbox equal to the text 'true' or 'false'.
 */
const TriggerSchema = Type.Union([
  Type.Object({ kind: Type.Literal('text'), contains: Type.String({ minLength: 1 }) }, { additionalProperties: false }),
  Type.Object(
    { kind: Type.Literal('date'), operator: Type.Union([Type.Literal('Before'), Type.Literal('After')]), value: Type.String() },
    { additionalProperties: false },
  ),
  Type.Object(
    { kind: Type.Literal('date'), operator: Type.Literal('Between'), value: Type.String(), valueEnd: Type.String() },
    { additionalProperties: false },
  ),
  Type.Object(
    {
      kind: Type.Literal('date'),
      span: Type.Union([Type.Literal('last_year'), Type.Literal('this_year'), Type.Literal('this_month'), Type.Literal('last_month')]),
    },
    { additionalProperties: false },
  ),
  Type.Object({ kind: Type.Literal('date'), days: Type.Integer({ minimum: -36500, maximum: 36500 }) }, { additionalProperties: false }),
  Type.Object(
    {
      kind: Type.Literal('number'),
      operator: Type.Union([Type.Literal('Less'), Type.Literal('Greater'), Type.Literal('Equals')]),
      value: Type.Number(),
    },
    { additionalProperties: false },
  ),
  Type.Object(
    { kind: Type.Literal('number'), operator: Type.Literal('Between'), value: Type.Number(), valueEnd: Type.Number() },
    { additionalProperties: false },
  ),
  Type.Object({ kind: Type.Literal('dropdown'), in: Type.Array(Type.String(), { minItems: 1 }) }, { additionalProperties: false }),
  Type.Object({ kind: Type.Literal('multi-select'), all: Type.Array(Type.String(), { minItems: 1 }) }, { additionalProperties: false }),
  Type.Object({ kind: Type.Literal('relate'), id: Type.String({ minLength: 1 }) }, { additionalProperties: false }),
  Type.Object(
    {
      kind: Type.Literal('address'),
      parts: Type.Object(
        {
          street: Type.Optional(Type.String()),
          city: Type.Optional(Type.String()),
          state: Type.Optional(Type.String()),
          zip: Type.Optional(Type.String()),
        },
        { additionalProperties: false, minProperties: 1 },
      ),
    },
    { additionalProperties: false },
  ),
  Type.Object(
    { kind: Type.Literal('checkbox'), equals: Type.Union([Type.Literal('true'), Type.Literal('false')]) },
    { additionalProperties: false },
  ),
]);

export type Trigger = Static<typeof TriggerSchema>;

/**
 * Options that depend on a parent (a Dropdown or a Checkbox): the values that may be chosen, by the parent's value ('true'
 * and 'false' for a checkbox). If the parent has no value, or a value that is not listed here, every option may be chosen.
 */
const OptionsBySchema = Type.Object(
  {
    field: FieldName,
    options: Type.Record(Type.String({ minLength: 1 }), Type.Array(Type.String(), { maxItems: 2000 }), { minProperties: 1 }),
  },
  { additionalProperties: false },
);

export type OptionsBy = Static<typeof OptionsBySchema>;

/** A named validator with its options, such as `{ name: 'minimumAge', options: { years: 14 } }`. */
const ValidatorUseSchema = Type.Object(
  { name: Type.String({ minLength: 1 }), options: Type.Optional(Type.Record(Type.String(), Type.Unknown())) },
  { additionalProperties: false },
);

export type ValidatorUse = Static<typeof ValidatorUseSchema>;

/** The name of a column: like the name of a field, or `_id`. */
const ColumnName = Type.String({ minLength: 1, maxLength: 64, pattern: '^(_id|[a-z][A-Za-z0-9_-]*)$' });

/** A column of an entry schema. Its properties are those of a field, with the same meaning. */
const ColumnSchema = Type.Object(
  {
    /** Name of the property in the entries; unique among the columns. */
    fieldName: ColumnName,
    label: Label,
    inputType: Type.Enum([...COLUMN_INPUT_TYPES]),
    description: Type.Optional(Type.String({ maxLength: 2000 })),
    /** Each entry must have a value. Entries that were saved before stay valid until they are changed. */
    required: Type.Optional(Type.Boolean()),
    /** The message for a missing required value; default: the label and 'is required'. */
    requiredText: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    /** Name of the dropdown of a Dropdown. */
    dropdown: Type.Optional(Type.String()),
    /**
     * The module that a Relate or MultiRelate points to, such as 'users'. A new value must be a record that the writer may see. As with a
     * relate field, it is counted before that record is deleted, and refers to the remaining record after a merge.
     */
    ref: Type.Optional(ModuleName),
    /** Unit of a number for display, such as 'hours'. */
    unit: Type.Optional(Type.String({ maxLength: 40 })),
    minimum: Type.Optional(Type.Number()),
    maximum: Type.Optional(Type.Number()),
    /** Number: integers only. */
    integer: Type.Optional(Type.Boolean()),
    /** Number: false formats it without thousands separators, as for years. Default true. */
    grouped: Type.Optional(Type.Boolean()),
    /** Number: hours that are displayed as hours and minutes, 37.5 as 37:30. */
    clock: Type.Optional(Type.Boolean()),
    /** TextField: a time of day, such as 9:30 AM; stored as HH:mm. */
    timeOfDay: Type.Optional(Type.Boolean()),
    /** TextField: a month, such as Dec 2026; stored as YYYY-MM. */
    month: Type.Optional(Type.Boolean()),
    /**
     * TextField: the name of a field, chosen and shown by its label. `fieldsOf` is the field of the record with the module of that field.
     */
    fieldsOf: Type.Optional(FieldName),
    /**
     * Object: the value of a condition, edited and shown as in a filter: by the type of the field that is named in the column `field` (with
     * `fieldsOf`) and by the filter operator in the column `operator`.
     */
    operandOf: Type.Optional(Type.Object({ field: ColumnName, operator: ColumnName }, { additionalProperties: false })),
    /** Object: a value of the field that is named in this column (with `fieldsOf`), edited and shown as a value of that field. */
    valueFor: Type.Optional(ColumnName),
    /** ListField: whole numbers instead of texts. */
    numbers: Type.Optional(Type.Boolean()),
    /** TextField: identifies the entry for programs. A new entry without one gets one; people do not see it. */
    identifier: Type.Optional(Type.Boolean()),
    /** For programs: people do not see the value, and a form keeps it. */
    hidden: Type.Optional(Type.Boolean()),
    placeholder: Type.Optional(Type.String({ maxLength: 200 })),
  },
  { additionalProperties: false },
);

function nestColumns<Column extends TSchema>(column: Column) {
  return Type.Object(
    { columns: Type.Array(column, { minItems: 1, maxItems: 20 }), open: Type.Optional(Type.Boolean()) },
    { additionalProperties: false },
  );
}

function withEntry<Entry extends TSchema>(entry: Entry) {
  return Type.Object({ ...ColumnSchema.properties, entry: Type.Optional(entry) }, { additionalProperties: false });
}

// The entry schemas of columns: of the second to the fifth level.
const fifthLevel = nestColumns(ColumnSchema);
const fourthLevel = nestColumns(withEntry(fifthLevel));
const thirdLevel = nestColumns(withEntry(fourthLevel));
const secondLevel = nestColumns(withEntry(thirdLevel));
const Column = withEntry(secondLevel);

/**
 * What an entry of an Array, or the value of an Object, consists of. Entries without any value are left out. At most 1,000 entries and 64
 * KiB. A column of type Array or Object can have an entry schema too (`entry`), whose columns refer to no records; at most five levels.
 */
const EntrySchema = Type.Object(
  {
    columns: Type.Array(Column, { minItems: 1, maxItems: 20 }),
    /** Entries may have values of other names too, with any JSON; default: they have only values of these columns. */
    open: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);

/** A column of an entry schema, with its own columns if it has any. */
export type ColumnDefinition = Static<typeof EntrySchema>['columns'][number];

export const FieldSchema = Type.Object(
  {
    id: StableId,
    fieldName: FieldName,
    label: Label,
    inputType: Type.Enum([...INPUT_TYPES]),
    /** A field type added by a plugin: additional rules for values of this input type. */
    fieldType: Type.Optional(Type.String({ maxLength: 64, pattern: '^[a-z][a-z0-9-]*$' })),
    description: Type.Optional(Type.String({ maxLength: 2000 })),
    /** Name of the dropdown of a Dropdown or MultiSelect. */
    dropdown: Type.Optional(Type.String()),
    /** The module a Relate or MultiRelate points to; the modules a FlexRelate may point to (absent: any). */
    ref: Type.Optional(Type.Union([ModuleName, Type.Array(ModuleName, { minItems: 1 })])),
    default: Type.Optional(Type.Unknown()),
    /**
     * Date, DateTime: the default is this day, counted from the day on which the record is created in the time zone of the company. 'This
     * Month' and 'Last Month' are the first day of that month. A DateTime gets the time of day at which the record is created.
     */
    defaultDate: Type.Optional(Type.Enum([...DATE_CHOICES])),
    /**
     * The default is worked out from other fields of the record, such as `{ "var": "record.begins" }`: a formula that reads
     * `record.<field>` alone. A form fills it in while the field is shown, until the user types a value; a record that is created without a
     * value for a shown field gets it from the server. A formula that is one field copies a value of any type from a field of the same type.
     */
    defaultFormula: Type.Optional(FormulaSchema),
    /**
     * Key of the setting whose value is the default of a Dropdown or MultiSelect, if the dropdown has that value;
     * otherwise `default` is used.
     */
    defaultSetting: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    required: Type.Optional(Type.Boolean()),
    /** The message for a missing required value; default: the label and 'is required'. */
    requiredText: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    massUpdatable: Type.Optional(Type.Boolean()),
    /** A Date or DateTime by which something is to be done, or until which it is valid: first pages show a past day as overdue. */
    deadline: Type.Optional(Type.Boolean()),
    /**
     * A deadline: while this condition is true, lists, boards and records show a past day as late. Absent: they never do, as for
     * a day until which something is valid.
     */
    openWhen: Type.Optional(ConditionSchema),
    /**
     * A Relate or MultiRelate to users: the notification that a user gets when someone else enters them here. `assigned_to` notifies
     * with 'assigned' in every module.
     */
    notifies: Type.Optional(Type.Enum([...FIELD_NOTIFICATIONS])),
    /**
     * Dropdown: the values with which a record waits for an approval. When it gets another value, nobody is asked any more: its
     * notifications `approval_requested` are removed.
     */
    awaitsApproval: Type.Optional(Type.Array(Type.String(), { minItems: 1, maxItems: 50 })),
    /** Shown only while the parent's value matches `fieldsToTrigger`. */
    dependent: Type.Optional(Type.Boolean()),
    parentField: Type.Optional(FieldName),
    fieldsToTrigger: Type.Optional(TriggerSchema),
    /** Shown only while this condition is true, and its trigger matches if it has one. */
    visibleWhen: Type.Optional(ConditionSchema),
    /** Required while this condition is true and the field is shown. */
    requiredWhen: Type.Optional(ConditionSchema),
    /** Callers may not change the value while this condition is true. */
    readOnlyWhen: Type.Optional(ConditionSchema),
    /** Rules for the value, checked when the record is created and when a field that the rule reads changes. */
    validations: Type.Optional(Type.Array(FieldValidationSchema, { minItems: 1, maxItems: 20 })),
    /** Dropdown: what its values require. */
    transitionRequirements: Type.Optional(Type.Array(TransitionRequirementSchema, { minItems: 1, maxItems: 50 })),
    /** Dropdown, MultiSelect: which values may be chosen depends on another field of the module. */
    optionsBy: Type.Optional(OptionsBySchema),
    /**
     * TextField, ListField: the names of fields, chosen and shown by their labels. `fieldsOf` is the field of the record that has their module, or
     * that refers to a record about it. A save that names a field which that module does not have is refused; so it is with `propertiesOf` and
     * `filterOf`, and a stored value that is not changed stays accepted.
     */
    fieldsOf: Type.Optional(FieldName),
    /** The same as `fieldsOf` or `propertiesOf`, used while the field that they name is not shown or has no value. */
    fieldsElseOf: Type.Optional(FieldName),
    /** With `fieldsOf`: other names are accepted too, such as those of figures. A plugin checks them. */
    allowsOtherNames: Type.Optional(Type.Boolean()),
    /**
     * TextField: one value of the field that is named in this field of the record (a TextField with `fieldsOf`). It is edited and shown
     * as a value of that field, and stored as a text: of a relate the id, 'true' or 'false' of a Checkbox.
     */
    valueFor: Type.Optional(FieldName),
    /**
     * Object without an entry schema: its properties are named after the fields of the module that is in this field of the record, and are
     * chosen by the labels of those fields; each value is edited and shown as one of its field. While the record names no module, they
     * are typed.
     */
    propertiesOf: Type.Optional(FieldName),
    /**
     * Object without an entry schema: a filter, in the grammar of searches, over the module that is in this field of the record. Only such
     * an Object has the variables of filters and the parts of fields in its names.
     */
    filterOf: Type.Optional(FieldName),
    /**
     * TextField: the form of its values, such as '(000) 000-0000' or 'AA-0000'. `0` is a digit, `A` a letter, `*` a letter or a digit. Every
     * other character, and one after `\`, is part of the value as it is. A form adds these characters while the user types, and the server
     * adds them to a value that has only the digits and letters; a value of another form is refused.
     */
    mask: Type.Optional(Type.String({ minLength: 1, maxLength: 100, pattern: '[0A*]' })),
    /**
     * AutoIncrement: how the number is shown, such as 'INV-{0000}': at least as many digits as there are zeros. The number itself is stored,
     * sorted and filtered by.
     */
    numberFormat: Type.Optional(Type.String({ maxLength: 60, pattern: '^[^{}]*\\{0{1,12}\\}[^{}]*$' })),
    /** AutoIncrement: the smallest number that a new record gets. Numbers that were used before stay used. Default 1. */
    firstNumber: Type.Optional(Type.Integer({ minimum: 0, maximum: 999_999_999_999 })),
    /** TextField with a US ZIP: the fields that a form fills from it. */
    zipAutofill: Type.Optional(
      Type.Object({ city: Type.Optional(FieldName), state: Type.Optional(FieldName) }, { additionalProperties: false, minProperties: 1 }),
    ),
    /** TextField, ListField: its texts are US ZIPs, so records can be searched by distance. A field with `zipAutofill` always can. */
    containsZips: Type.Optional(Type.Boolean()),
    textAreaRowCount: Type.Optional(Type.Integer({ minimum: 1, maximum: 40 })),
    deleted: Type.Optional(Type.Boolean()),
    validators: Type.Optional(Type.Array(ValidatorUseSchema)),
    /**
     * `smart-search` and quick search match their terms with this field; text, phone, e-mail and address fields only.
     * Indexed for "contains".
     */
    searchable: Type.Optional(Type.Boolean()),
    /** Set by the system or a plugin; no caller may write it. */
    readOnly: Type.Optional(Type.Boolean()),
    /**
     * The product calculates the value from other fields, also of the records that Relates point to, whenever they change. Nobody can
     * enter it.
     */
    formula: Type.Optional(FormulaSchema),
    /** The product calculates the value from related records, such as their number. Nobody can enter it. */
    rollUp: Type.Optional(RollUpSchema),
    /** Internal data of a plugin: stored and searched like any field, but never returned, and callers cannot use its name. */
    internal: Type.Optional(Type.Boolean()),
    /** False: changes of the field are not in the audit log. Default true. */
    audited: Type.Optional(Type.Boolean()),
    /** Module users: every user may change the field on their own record, whatever their roles. */
    profile: Type.Optional(Type.Boolean()),
    /** Encrypted at rest, masked, and excluded from logs, search and export unless a role allows it. */
    sensitive: Type.Optional(Type.Boolean()),
    /** Two records of the module must not have the same value. */
    unique: Type.Optional(Type.Boolean()),
    /** Unit of a number for display, such as 'hours'. */
    unit: Type.Optional(Type.String({ maxLength: 40 })),
    minimum: Type.Optional(Type.Number()),
    maximum: Type.Optional(Type.Number()),
    /** Number: false formats it without thousands separators, as for years. Default true. */
    grouped: Type.Optional(Type.Boolean()),
    /** Number: hours that are displayed as hours and minutes, 37.5 as 37:30. */
    clock: Type.Optional(Type.Boolean()),
    /**
     * Array, Object: the typed columns of its entries. They are edited and shown as a table (Object: as a list of labels and values), and
     * each value is checked as in a field of its type.
     */
    entry: Type.Optional(EntrySchema),
    /** Number: integers only. */
    integer: Type.Optional(Type.Boolean()),
    placeholder: Type.Optional(Type.String({ maxLength: 200 })),
  },
  { additionalProperties: false },
);

/** A field as it is defined: its input type, its label and its rules. REFERENCE.md lists the properties. */
export type FieldDefinition = Static<typeof FieldSchema>;
