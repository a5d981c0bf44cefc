export const FILTER_ERRORS = {
  filter_invalid: { status: 422, isPublic: true, text: 'The filter is not valid at {path}: {reason}.' },
  sort_invalid: { status: 422, isPublic: true, text: 'Records cannot be sorted by {field}.' },
  group_invalid: { status: 422, isPublic: true, text: 'Records cannot be grouped that way: {reason}.' },
  filter_too_costly: { status: 422, isPublic: true, text: 'This search takes too long. Add a condition on an indexed field.' },
} as const;
