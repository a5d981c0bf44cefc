/** The colors of a status badge. */
export const HUES = ['gray', 'blue', 'teal', 'green', 'amber', 'orange', 'red', 'violet'] as const;

/** What a role may do with a field. */
export const FIELD_ACCESS_LEVELS = ['none', 'read-only', 'owner-read-owner-write', 'read-owner-write', 'read-write'] as const;
export type FieldAccessLevel = (typeof FIELD_ACCESS_LEVELS)[number];

/** The 25 field input types of the specification, spelled as in the specification. */
export const INPUT_TYPES = [
  'Address',
  'Array',
  'AutoIncrement',
  'Checkbox',
  'Currency',
  'Date',
  'DateTime',
  'Dropdown',
  'EmailAddress',
  'File',
  'FlexRelate',
  'ListField',
  'MessageListField',
  'Module',
  'MultiFlexRelate',
  'MultiModule',
  'MultiRelate',
  'MultiSelect',
  'Number',
  'Object',
  'Phone',
  'Relate',
  'TextArea',
  'TextField',
  'Url',
] as const;
/** The 25 input types of fields: they determine what is stored and how it is edited. */
export type InputType = (typeof INPUT_TYPES)[number];

/** The kinds of notifications that a field can have. */
export const FIELD_NOTIFICATIONS = ['assigned', 'mentioned', 'approval_requested'] as const;

/** A kind of notifications that a field can have. */
export type FieldNotification = (typeof FIELD_NOTIFICATIONS)[number];

/**
 * The input types that a column of an entry schema can have. An Object column without an entry schema of its own takes any JSON: a text, a
 * number, a list or an object.
 */
export const COLUMN_INPUT_TYPES = [
  'TextField',
  'TextArea',
  'Url',
  'Phone',
  'Number',
  'Currency',
  'Date',
  'DateTime',
  'Checkbox',
  'Dropdown',
  'Relate',
  'MultiRelate',
  'Module',
  'MultiModule',
  'ListField',
  'Object',
  'Array',
] as const satisfies readonly InputType[];
