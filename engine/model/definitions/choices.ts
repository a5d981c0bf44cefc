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

/** The default date choices of the specification: days by their distance from the day on which a record is created. */
export const DATE_CHOICES = [
  'Yesterday',
  'Today',
  'Tomorrow',
  'Next Week',
  'Next Monday',
  'Next Friday',
  'Two Weeks',
  'Next Month',
  'First Day of Next Month',
  'Three Months',
  'Six Months',
  'Next Year',
  'Last Week',
  'This Month',
  'Last Month',
] as const;

/** A default date choice. */
export type DateChoice = (typeof DATE_CHOICES)[number];

/** How the values of duplicates are compared. */
export const DUPLICATE_EXACTNESS = ['exact', 'normalized'] as const;

/** The input types whose values two records can have in common. */
export const DUPLICATE_INPUT_TYPES: readonly InputType[] = [
  'TextField',
  'EmailAddress',
  'Phone',
  'Url',
  'Number',
  'Currency',
  'Date',
  'DateTime',
  'Dropdown',
  'Relate',
];

/** What happens to the save of a duplicate. */
export const DUPLICATE_ACTIONS = ['warn', 'refuse'] as const;

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

/** Units of time of workflows. */
export const WORKFLOW_UNITS = ['minutes', 'hours', 'days', 'weeks', 'months', 'years'] as const;

/** A unit of time of a workflow. */
export type WorkflowUnit = (typeof WORKFLOW_UNITS)[number];

/** What starts the runs of workflows. */
export const WORKFLOW_EXECUTIONS = ['save', 'time', 'schedule', 'button', 'webhook', 'workflow'] as const;
