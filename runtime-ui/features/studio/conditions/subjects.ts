import { ADDRESS_PARTS } from '#engine/model/field-types';
import type { FieldDefinition, InputType } from '#engine/model/definitions';
import { t } from '../../../kit/index.ts';
import type { ConditionOperator } from './condition-tree.ts';

/** How the values of a subject are compared. */
export type SubjectKind = 'text' | 'phone' | 'number' | 'date' | 'dateTime' | 'yesNo' | 'option' | 'options' | 'record' | 'texts' | 'other';

/** What a test can read: a field, a part of an address, or something about the user. */
export interface ConditionSubject {
  /** The variable: `record.status`, `user.userType`. */
  readonly name: string;
  readonly label: string;
  readonly kind: SubjectKind;
  readonly inputType: InputType | undefined;
  /** Name of the dropdown with its values. */
  readonly dropdown: string | undefined;
  /** Modules that its values refer to; empty: any. */
  readonly refs: readonly string[];
}

const KINDS: { readonly [type in InputType]: SubjectKind } = {
  Address: 'other',
  Array: 'other',
  AutoIncrement: 'number',
  Checkbox: 'yesNo',
  Currency: 'number',
  Date: 'date',
  DateTime: 'dateTime',
  Dropdown: 'option',
  EmailAddress: 'texts',
  File: 'other',
  FlexRelate: 'record',
  ListField: 'texts',
  MessageListField: 'texts',
  Module: 'text',
  MultiFlexRelate: 'record',
  MultiModule: 'other',
  MultiRelate: 'record',
  MultiSelect: 'options',
  Number: 'number',
  Object: 'other',
  Phone: 'phone',
  Relate: 'record',
  TextArea: 'text',
  TextField: 'text',
  Url: 'text',
};

const OPERATORS: { readonly [kind in SubjectKind]: readonly ConditionOperator[] } = {
  text: ['equals', 'notEquals', 'contains', 'notContains', 'filled', 'empty', 'changed'],
  phone: ['contains', 'notContains', 'filled', 'empty', 'changed'],
  texts: ['contains', 'notContains', 'filled', 'empty', 'changed'],
  number: ['equals', 'notEquals', 'gt', 'gte', 'lt', 'lte', 'filled', 'empty', 'changed'],
  date: ['equals', 'notEquals', 'gt', 'gte', 'lt', 'lte', 'filled', 'empty', 'changed'],
  dateTime: ['equals', 'gt', 'gte', 'lt', 'lte', 'filled', 'empty', 'changed'],
  yesNo: ['equals', 'changed'],
  option: ['in', 'notIn', 'filled', 'empty', 'changed'],
  options: ['includesAny', 'includesAll', 'includesNone', 'filled', 'empty', 'changed'],
  record: ['refersTo', 'notRefersTo', 'filled', 'empty', 'changed'],
  other: ['filled', 'empty', 'changed'],
};

/** The operators for a subject, the usual one first. What the user is does not change with the record. */
export function listOperators({ kind, name }: Pick<ConditionSubject, 'kind' | 'name'>): readonly ConditionOperator[] {
  return name.startsWith('record.') ? OPERATORS[kind] : OPERATORS[kind].filter((operator) => operator !== 'changed');
}

/** What conditions can read of a module with these fields. Sensitive and internal fields cannot be read. */
export function listSubjects(fields: readonly FieldDefinition[]): readonly ConditionSubject[] {
  const readable = fields.filter((field) => field.sensitive !== true && field.internal !== true && field.deleted !== true);
  return [...readable.flatMap(subjectsOfField), ...USER_SUBJECTS()];
}

function subjectsOfField(field: FieldDefinition): readonly ConditionSubject[] {
  const { fieldName, label, inputType, dropdown } = field;
  const name = `record.${fieldName}`;
  const whole: ConditionSubject = { name, label, kind: KINDS[inputType], inputType, dropdown, refs: [field.ref ?? []].flat() };
  if (inputType !== 'Address') return [whole];
  const parts = ADDRESS_PARTS.map((part) => ({
    ...whole,
    name: `${name}.${part}`,
    label: `${label}: ${t(`studioFields.conditions.part.${part}`)}`,
    kind: 'text' as const,
  }));
  return [whole, ...parts];
}

const USER_SUBJECTS = (): readonly ConditionSubject[] => [
  {
    name: 'user.userType',
    label: t('studioFields.conditions.userType'),
    kind: 'option',
    inputType: undefined,
    dropdown: 'user_type',
    refs: [],
  },
  {
    name: 'user.roles',
    label: t('studioFields.conditions.userRoles'),
    kind: 'options',
    inputType: undefined,
    dropdown: undefined,
    refs: [],
  },
];
