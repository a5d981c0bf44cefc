/** The closed list of operators of the filter grammar. */
export const FILTER_OPERATORS = ['equals', 'in', 'contains', 'startsWith', 'range', 'exists', 'related', 'withinMiles'] as const;

/** An operator of the filter grammar. */
export type FilterOperator = (typeof FILTER_OPERATORS)[number];

/** The filter operators of each kind of comparison. */
export const EXACT_OPERATORS: readonly FilterOperator[] = ['equals', 'in', 'exists'];
export const ADDRESS_OPERATORS: readonly FilterOperator[] = [...EXACT_OPERATORS, 'withinMiles'];
export const TEXT_OPERATORS: readonly FilterOperator[] = ['equals', 'in', 'contains', 'startsWith', 'range', 'exists'];
/** Text without a sort order: phones, e-mail, URLs, lists of texts. */
export const UNORDERED_TEXT_OPERATORS: readonly FilterOperator[] = ['equals', 'in', 'contains', 'startsWith', 'exists'];
export const ORDERED_OPERATORS: readonly FilterOperator[] = ['equals', 'in', 'range', 'exists'];
export const RELATION_OPERATORS: readonly FilterOperator[] = ['equals', 'in', 'exists', 'related'];
/** For fields that can only be filtered by whether they have a value. */
export const PRESENCE_OPERATORS: readonly FilterOperator[] = ['exists'];
