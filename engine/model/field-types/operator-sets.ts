import type { FilterOperator } from '../filter/operators.ts';

/** Which operators of the filter grammar each way of comparing has. */
export const EXACT_OPERATORS: readonly FilterOperator[] = ['equals', 'in', 'exists'];
export const ADDRESS_OPERATORS: readonly FilterOperator[] = [...EXACT_OPERATORS, 'withinMiles'];
export const TEXT_OPERATORS: readonly FilterOperator[] = ['equals', 'in', 'contains', 'startsWith', 'range', 'exists'];
/** Text without an order of its own: phones, e-mail, URLs, lists of texts. */
export const UNORDERED_TEXT_OPERATORS: readonly FilterOperator[] = ['equals', 'in', 'contains', 'startsWith', 'exists'];
export const ORDERED_OPERATORS: readonly FilterOperator[] = ['equals', 'in', 'range', 'exists'];
export const RELATION_OPERATORS: readonly FilterOperator[] = ['equals', 'in', 'exists', 'related'];
/** What cannot be filtered but for its presence. */
export const PRESENCE_OPERATORS: readonly FilterOperator[] = ['exists'];
