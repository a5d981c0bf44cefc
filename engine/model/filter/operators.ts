/** The closed list of operators of the filter grammar. */
export const FILTER_OPERATORS = ['equals', 'in', 'contains', 'startsWith', 'range', 'exists', 'related', 'withinMiles'] as const;

export type FilterOperator = (typeof FILTER_OPERATORS)[number];
