import type { InputType } from '#engine/model/definitions';
import type { FilterOperator } from '#engine/model/filter';

const EXACT: readonly FilterOperator[] = ['equals', 'in', 'exists'];
const TEXT: readonly FilterOperator[] = ['equals', 'in', 'contains', 'startsWith', 'range', 'exists'];
const UNORDERED: readonly FilterOperator[] = ['equals', 'in', 'contains', 'startsWith', 'exists'];
const ORDERED: readonly FilterOperator[] = ['equals', 'in', 'range', 'exists'];
const RELATION: readonly FilterOperator[] = ['equals', 'in', 'exists', 'related'];
const PRESENCE: readonly FilterOperator[] = ['exists'];

/**
 * The filter operators of each type. A test compares them with the types themselves, which browsers do not load: they would come with the
 * code of the first page.
 */
export const OPERATORS: { readonly [type in InputType]: readonly FilterOperator[] } = {
  Address: [...EXACT, 'withinMiles'],
  Array: PRESENCE,
  AutoIncrement: ORDERED,
  Checkbox: EXACT,
  Currency: ORDERED,
  Date: ORDERED,
  DateTime: ORDERED,
  Dropdown: EXACT,
  EmailAddress: UNORDERED,
  File: PRESENCE,
  FlexRelate: RELATION,
  ListField: UNORDERED,
  MessageListField: UNORDERED,
  Module: EXACT,
  MultiFlexRelate: RELATION,
  MultiModule: EXACT,
  MultiRelate: RELATION,
  MultiSelect: EXACT,
  Number: ORDERED,
  Object: PRESENCE,
  Phone: UNORDERED,
  Relate: RELATION,
  TextArea: TEXT,
  TextField: TEXT,
  Url: UNORDERED,
};

/** The validators of the product, for the same reason a copy that a test compares. */
export const VALIDATORS: readonly string[] = ['email', 'minimumAge', 'ssn', 'usZip', 'username', 'wholeNumber'];
